// file:///{+path}: every file and directory as a resource (features: templates, completion, subscriptions).
import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import { defineResourceTemplate, ToolError, type ResourceContents } from '@mcp/runtime';
import { explain } from '../failure.ts';
import { fileSystem } from '../file-system.ts';
import { fileIcon } from '../icons.ts';
import { mimeType } from '../mime.ts';
import { completeUriPath } from '../path-completion.ts';
import { readAt, withRegularFile } from '../regular-file.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Watch } from '../watcher.ts';
import { checkPath, readListing, toPath, watchPath, orNotFound } from './directory.ts';

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
      orNotFound(uri, async () => {
        const path = await sandbox.resolve(toPath(uri), ctx);
        const stats = await explain(uri, fileSystem.lstat(path));
        if (stats.isDirectory()) return readListing(uri, path);
        return readContents(uri, path);
      }),
    beforeWatch: (uri, _variables, ctx) => checkPath(sandbox, uri, ctx),
    watch: (uri, _variables, updated, ctx) => watchPath({ sandbox, watch, uri, updated }, ctx),
  });

const readContents = (uri: string, path: string): Promise<ResourceContents> =>
  withRegularFile(path, uri, async (file) => {
    const { bytes, isEnd } = await readAt(file, 0, MAX_BYTES);
    if (!isEnd) throw new ToolError(tooLarge(uri, file.size));
    const isText = isUtf8(bytes) && !bytes.includes(0);
    const body = isText ? { text: bytes.toString('utf8') } : { blob: bytes.toString('base64') };
    return { uri, mimeType: mimeType(basename(path), isText), ...body };
  });

const tooLarge = (uri: string, size: number): string =>
  `${uri} has ${size} bytes; ${MAX_BYTES} are the most that is read as a resource. ` +
  'Read it in parts with the tool read_text_file.';
