// get_file_info: returns facts about a file or directory, with a link to it as a resource.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineTool, readsOnly, resourceLink, text, ToolResult, type Tool } from '@mcp/runtime';
import { type OpenFile, oneLine } from '@mcp/files';
import { infoIcon } from '../icons.ts';
import { mimeTypeOf } from '../mime.ts';
import { FILE_ANNOTATIONS } from '../resources/members.ts';
import { requiredPath, type Toolbox } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    path: requiredPath('Path of the file or directory'),
    hash: { type: 'boolean', description: 'Add the SHA-256 of a file.' },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    type: { type: 'string' },
    size: { type: 'integer' },
    created: { type: 'string' },
    modified: { type: 'string' },
    accessed: { type: 'string' },
    mode: { type: 'string' },
    owner: { type: 'string' },
    symlinkTarget: { type: 'string' },
    mimeType: { type: 'string' },
    etag: { type: 'string' },
    sha256: { type: 'string' },
  },
  required: ['path', 'type', 'size', 'created', 'modified', 'accessed', 'mode', 'owner', 'etag'],
} as const;

export const getFileInfo = ({ access }: Toolbox): Tool =>
  defineTool({
    name: 'get_file_info',
    title: 'Get file info',
    description: 'Get the type, size, timestamps, permissions and etag of a file or directory.',
    icons: infoIcon,
    annotations: readsOnly,
    aliases: { file_path: 'path', file: 'path', sha256: 'hash', checksum: 'hash' },
    inputSchema: input,
    outputSchema: output,
    async run({ path, hash = false }, ctx) {
      const files = access(ctx);
      const { path: real, state } = await files.stat(path);
      const { type, size, birthtimeMs, mtimeMs, atimeMs } = state;
      const isFile = type === 'file';
      const created = new Date(birthtimeMs);
      const modified = new Date(mtimeMs);
      const accessed = new Date(atimeMs);
      const mode = (state.mode & 0o777).toString(8).padStart(3, '0');
      const mimeType = isFile ? mimeTypeOf(real) : undefined;
      const media = mimeType === undefined ? {} : { mimeType };
      const known = {
        ...((await files.linkState(path)) === undefined ? {} : { symlinkTarget: real }),
        ...media,
        etag: state.etag,
        ...(hash && isFile ? { sha256: await files.read(path, (file) => digest(file, ctx.signal)) } : {}),
      };
      // The official server's lines, with times in the local time of the server.
      const lines = {
        size,
        created,
        modified,
        accessed,
        isDirectory: type === 'directory',
        isFile,
        permissions: mode,
      };
      const times = {
        created: created.toISOString(),
        modified: modified.toISOString(),
        accessed: accessed.toISOString(),
      };
      const owner = `${state.uid}:${state.gid}`;
      const link = resourceLink({
        ...{ uri: pathToFileURL(real).href, name: basename(real), size, ...media },
        annotations: { ...FILE_ANNOTATIONS, lastModified: times.modified },
      });
      return new ToolResult({
        content: [text(toLines(lines)), text(toLines(known)), ...(isFile ? [link] : [])],
        structuredContent: { path: real, type, size, ...times, mode, owner, ...known },
      });
    },
  });

const toLines = (known: { readonly [name: string]: unknown }): string =>
  Object.entries(known)
    .map(([name, value]) => `${name}: ${oneLine(String(value))}`)
    .join('\n');

const digest = async (file: OpenFile, signal: AbortSignal): Promise<string> => {
  const hash = createHash('sha256');
  for await (const bytes of file.parts()) {
    signal.throwIfAborted();
    hash.update(bytes);
  }
  return hash.digest('hex');
};
