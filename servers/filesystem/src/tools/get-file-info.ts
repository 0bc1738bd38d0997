// get_file_info: what is known of a file or directory without reading it, with a link to it as a resource.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  defineTool,
  readsOnly,
  resourceLink,
  text,
  ToolResult,
  type ResourceLink,
  type Tool,
} from '@mcp/runtime';
import { type FileSystem, type OpenFile, oneLine } from '@mcp/files';
import type { Access } from '../access.ts';
import { infoIcon } from '../icons.ts';
import { mimeTypeOf } from '../mime.ts';
import { pathTo } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    path: pathTo('Path of the file or directory'),
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

export const getFileInfo = (access: Access): Tool =>
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
      const found = await files.stat(path);
      const isFile = found.state.type === 'file';
      const known = {
        ...((await files.linkState(path)) === undefined ? {} : { symlinkTarget: found.path }),
        ...mimeOf(found),
        etag: found.state.etag,
        ...(hash && isFile ? { sha256: await files.read(path, (file) => digest(file, ctx.signal)) } : {}),
      };
      return new ToolResult({
        content: [
          text(describe(found)),
          text(
            Object.entries(known)
              .map(([name, value]) => `${name}: ${oneLine(value)}`)
              .join('\n'),
          ),
          ...(isFile ? [toLink(found)] : []),
        ],
        structuredContent: { ...toStructured(found), ...known },
      });
    },
  });

/** The lines of the official server: times as the local time of the server. */
/** What a path leads to. */
type FileInfo = Awaited<ReturnType<FileSystem['stat']>>;

const describe = (found: FileInfo): string => {
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

const toStructured = (found: FileInfo) => {
  const { type, size, uid, gid, birthtimeMs, mtimeMs, atimeMs } = found.state;
  return {
    path: found.path,
    type,
    size,
    created: new Date(birthtimeMs).toISOString(),
    modified: new Date(mtimeMs).toISOString(),
    accessed: new Date(atimeMs).toISOString(),
    mode: permissions(found),
    owner: `${uid}:${gid}`,
  };
};

const permissions = ({ state }: FileInfo): string => (state.mode & 0o777).toString(8).padStart(3, '0');

const mimeOf = ({ path, state }: FileInfo): { readonly mimeType?: string } => {
  const mimeType = state.type === 'file' ? mimeTypeOf(path) : undefined;
  return mimeType === undefined ? {} : { mimeType };
};

const toLink = (found: FileInfo): ResourceLink =>
  resourceLink({
    uri: pathToFileURL(found.path).href,
    name: basename(found.path),
    size: found.state.size,
    ...mimeOf(found),
    annotations: {
      audience: ['user', 'assistant'],
      priority: 0.5,
      lastModified: new Date(found.state.mtimeMs).toISOString(),
    },
  });

const digest = async (file: OpenFile, signal: AbortSignal): Promise<string> => {
  const hash = createHash('sha256');
  for await (const bytes of file.parts()) {
    signal.throwIfAborted();
    hash.update(bytes);
  }
  return hash.digest('hex');
};
