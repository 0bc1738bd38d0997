// get_file_info: what is known of a file or directory without reading it, with a link to it as a resource.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineTool, resourceLink, text, ToolResult, type ResourceLink, type Tool } from '@mcp/runtime';
import type { Access, Found } from '../files/file-access.ts';
import type { OpenFile } from '../files/open-file.ts';
import { infoIcon } from '../icons.ts';
import { mimeTypeOf } from '../mime.ts';
import { PATH } from './arguments.ts';
import { READS } from './hints.ts';

const input = {
  type: 'object',
  properties: {
    path: PATH,
    hash: { type: 'boolean' },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'string' },
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
  required: ['content', 'etag'],
} as const;

export const getFileInfo = (access: Access): Tool =>
  defineTool({
    name: 'get_file_info',
    title: 'Get file info',
    description: 'Tells type, size, times, mode and etag; with hash the SHA-256.',
    icons: infoIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ path, hash }, ctx) {
      const files = access(ctx);
      const found = await files.find(path);
      const isFile = found.state.type === 'file';
      const sha256 = hash && isFile ? await files.read(path, (file) => digest(file, ctx.signal)) : undefined;
      const { size, etag, type } = found.state;
      const mimeType = isFile ? mimeTypeOf(found.path) : undefined;
      const content = describe(found);
      return new ToolResult({
        content: [text(content), ...(isFile ? [toLink(found, mimeType)] : [])],
        structuredContent: {
          content,
          path: found.path,
          type,
          size,
          ...isoTimes(found),
          mode: permissions(found),
          owner: `${found.state.uid}:${found.state.gid}`,
          ...((await files.isLink(path)) ? { symlinkTarget: found.path } : {}),
          ...(mimeType === undefined ? {} : { mimeType }),
          etag,
          ...(sha256 === undefined ? {} : { sha256 }),
        },
      });
    },
  });

/** The lines of the official server: times as the local time of the server. */
const describe = (found: Found): string => {
  const { size, type, birthtimeMs, mtimeMs, atimeMs } = found.state;
  return [
    `size: ${size}`,
    `created: ${new Date(birthtimeMs).toString()}`,
    `modified: ${new Date(mtimeMs).toString()}`,
    `accessed: ${new Date(atimeMs).toString()}`,
    `isDirectory: ${type === 'directory'}`,
    `isFile: ${type === 'file'}`,
    `permissions: ${permissions(found)}`,
  ].join('\n');
};

const permissions = ({ state }: Found): string => (state.mode & 0o777).toString(8).padStart(3, '0');

const isoTimes = ({ state }: Found): { created: string; modified: string; accessed: string } => ({
  created: new Date(state.birthtimeMs).toISOString(),
  modified: new Date(state.mtimeMs).toISOString(),
  accessed: new Date(state.atimeMs).toISOString(),
});

const toLink = ({ path, state }: Found, mimeType: string | undefined): ResourceLink =>
  resourceLink({
    uri: pathToFileURL(path).href,
    name: basename(path),
    size: state.size,
    ...(mimeType === undefined ? {} : { mimeType }),
    annotations: {
      audience: ['user', 'assistant'],
      priority: 0.5,
      lastModified: new Date(state.mtimeMs).toISOString(),
    },
  });

const CHUNK_BYTES = 1_048_576;

const digest = async (file: OpenFile, signal: AbortSignal): Promise<string> => {
  const hash = createHash('sha256');
  for (let offset = 0; ; offset += CHUNK_BYTES) {
    signal.throwIfAborted();
    const { bytes, isEnd } = await file.read(offset, CHUNK_BYTES);
    hash.update(bytes);
    if (isEnd) return hash.digest('hex');
  }
};
