// read_media_file: an image, a sound or any other file, as bytes in base64.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  audio,
  defineTool,
  embeddedResource,
  image,
  readsOnly,
  ToolResult,
  type ContentBlock,
  type Tool,
} from '@mcp/runtime';
import { FileError } from '../failure.ts';
import type { Access } from '../files/file-system.ts';
import { imageIcon } from '../icons.ts';
import { mimeType } from '../mime.ts';

/** Becomes 32 MiB in base64, the most that the server sends of media. */
const MAX_BYTES = 25_165_824;

const input = {
  type: 'object',
  properties: {
    path: {
      type: 'string',
      description: 'Path of the file, absolute or relative to the first allowed directory.',
    },
    maxBytes: {
      type: 'integer',
      description: 'Fail when the file has more bytes; by default 25165824, which is also the most.',
    },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

export const readMediaFile = (access: Access): Tool =>
  defineTool({
    name: 'read_media_file',
    title: 'Read media file',
    description:
      'Read an image, a sound or another binary file. Images and sounds come as such, other files as an embedded resource ' +
      'in base64. For text use read_text_file.',
    icons: imageIcon,
    annotations: readsOnly,
    inputSchema: input,
    run: ({ path, maxBytes = 0 }, ctx) =>
      access(ctx).read(path, async (file) => {
        const most = maxBytes < 1 ? MAX_BYTES : Math.min(MAX_BYTES, maxBytes);
        const bytes = await file.readWhole(most);
        if (bytes === undefined) throw tooLarge(path, file.size, most);
        return new ToolResult({ content: [toBlock(file.path, bytes.toString('base64'))] });
      }),
  });

const tooLarge = (given: string, fileSize: number, maxBytes: number): FileError => {
  const hint =
    maxBytes < MAX_BYTES
      ? 'Give a larger maxBytes.'
      : 'That is the limit of the server; convert or split it.';
  const size = fileSize === 0 ? `more than ${maxBytes}` : fileSize;
  return new FileError('too_large', `${given} has ${size} bytes; ${maxBytes} are allowed.`, { hint });
};

const toBlock = (path: string, data: string): ContentBlock => {
  const type = mimeType(basename(path), false);
  if (type.startsWith('image/')) return image(data, type);
  if (type.startsWith('audio/')) return audio(data, type);
  return embeddedResource({ uri: pathToFileURL(path).href, mimeType: type, blob: data });
};
