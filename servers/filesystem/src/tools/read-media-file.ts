// read_media_file: an image, a sound or any other file, as bytes in base64.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  audio,
  defineTool,
  embeddedResource,
  image,
  ToolResult,
  type ContentBlock,
  type Tool,
} from '@mcp/runtime';
import type { Access } from '../files/file-access.ts';
import type { OpenFile } from '../files/open-file.ts';
import { FileError } from '../failure.ts';
import { imageIcon } from '../icons.ts';
import { mimeType } from '../mime.ts';
import { COUNT, countOr, PATH } from './arguments.ts';
import { READS } from './hints.ts';

/** Becomes 32 MiB in base64, the most that the server sends of media. */
const MAX_BYTES = 25_165_824;

const input = {
  type: 'object',
  properties: {
    path: PATH,
    maxBytes: COUNT,
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    content: { type: 'array' },
    mimeType: { type: 'string' },
    size: { type: 'integer' },
    etag: { type: 'string' },
  },
  required: ['content', 'etag'],
} as const;

export const readMediaFile = (access: Access): Tool =>
  defineTool({
    name: 'read_media_file',
    title: 'Read media',
    description: 'Reads an image or sound; other files come as a resource.',
    icons: imageIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    run: ({ path, maxBytes }, ctx) =>
      access(ctx).read(path, async (file) => {
        const bytes = await readAll(file, path, Math.min(MAX_BYTES, countOr(maxBytes, MAX_BYTES)));
        const type = mimeType(basename(file.path), false);
        const content = [toBlock(file.path, bytes.toString('base64'), type)];
        const { path: real, state } = file;
        return new ToolResult({
          content,
          structuredContent: { content, path: real, mimeType: type, size: bytes.length, etag: state.etag },
        });
      }),
  });

const readAll = async (file: OpenFile, given: string, maxBytes: number): Promise<Buffer> => {
  if (file.size <= maxBytes) {
    const { bytes, isEnd } = await file.read(0, maxBytes);
    if (isEnd) return bytes;
  }
  const hint =
    maxBytes < MAX_BYTES
      ? 'Give a larger maxBytes.'
      : 'That is the limit of the server; convert or split it.';
  const size = file.size === 0 ? `more than ${maxBytes}` : file.size;
  throw new FileError('too_large', `${given} has ${size} bytes; ${maxBytes} are allowed.`, { hint });
};

const toBlock = (path: string, data: string, type: string): ContentBlock => {
  if (type.startsWith('image/')) return image(data, type);
  if (type.startsWith('audio/')) return audio(data, type);
  return embeddedResource({ uri: pathToFileURL(path).href, mimeType: type, blob: data });
};
