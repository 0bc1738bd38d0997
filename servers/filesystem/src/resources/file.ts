// file:///{+path}: every file and directory as a resource (features: templates, completion, subscriptions).
import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { defineResourceTemplate, ToolError, type ResourceContents } from '@mcp/runtime';
import { explain } from '../failure.ts';
import { fileSystem } from '../file-system.ts';
import { fileIcon } from '../icons.ts';
import { mimeType } from '../mime.ts';
import { completeUriPath } from '../path-completion.ts';
import { readWhole, withRegularFile } from '../regular-file.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Watch } from '../watcher.ts';
import { readListing, toPath, watchPath, withoutTrace } from './directory.ts';

/** A resource cannot be read in parts, and clients keep it in memory whole. */
const MAX_BYTES = 10_000_000;

export const fileTemplate = (sandbox: Sandbox, watch: Watch) =>
  defineResourceTemplate({
    uriTemplate: 'file:///{+path}',
    name: 'file',
    title: 'File or directory',
    description:
      'A file, as text when it is UTF-8, else as bytes; or the list of what is in a directory, as JSON.',
    icons: fileIcon,
    annotations: { audience: ['user', 'assistant'] },
    complete: { path: completeUriPath(sandbox) },
    read: (uri, _variables, ctx) =>
      withoutTrace(uri, async () => {
        const path = await sandbox.resolve(toPath(uri), ctx);
        const stats = await explain(uri, fileSystem.lstat(path));
        if (stats.isDirectory()) return readListing(uri, path);
        return readContents(uri, path, ctx.signal);
      }),
    watch: (uri, _variables, updated) => watchPath({ sandbox, watch, uri, updated }),
  });

const readContents = (uri: string, path: string, signal: AbortSignal): Promise<ResourceContents> =>
  withRegularFile(path, uri, async (file) => {
    const bytes = await readWhole(file, MAX_BYTES, signal);
    if (bytes === undefined) {
      throw new ToolError(
        `${uri} has ${file.size} bytes; ${MAX_BYTES} are the most that is read as a resource. Read it in parts with the tool read_text_file.`,
      );
    }
    const isText = isUtf8(bytes) && !bytes.includes(0);
    const body = isText ? { text: bytes.toString('utf8') } : { blob: bytes.toString('base64') };
    return { uri, mimeType: mimeType(basename(path), isText), ...body };
  });
