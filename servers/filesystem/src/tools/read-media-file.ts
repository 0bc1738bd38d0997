// read_media_file: an image, a sound or any other file, as bytes in base64.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  audio,
  defineTool,
  embeddedResource,
  image,
  readsOnly,
  text,
  ToolResult,
  type ContentBlock,
  type Tool,
} from '@mcp/runtime';
import { documentKind } from '@mcp/documents';
import { FileError, oneLine } from '@mcp/files';
import { isArchive } from '../documents/documents.ts';
import { imageIcon } from '../icons.ts';
import { imageSize } from '../image-size.ts';
import { mimeType } from '../mime.ts';
import { shownAs } from '../views.ts';
import { pathTo, type Toolbox } from './shared.ts';

/** Becomes 5 MB in base64, the most that models take as an image. */
const MAX_BYTES = 3_750_000;

const input = {
  type: 'object',
  properties: {
    path: pathTo('Path of the file'),
  },
  required: ['path'],
  additionalProperties: false,
} as const;

export const readMediaFile = ({ access, maxBytes }: Toolbox): Tool =>
  defineTool({
    name: 'read_media_file',
    title: 'Read media file',
    description:
      'Read an image or audio file. Other binary files are returned as base64 if they are small enough. For text, PDF and ' +
      'Office documents use read_text_file.',
    icons: imageIcon,
    annotations: readsOnly,
    _meta: shownAs('preview'),
    aliases: { file_path: 'path', file: 'path' },
    inputSchema: input,
    run: ({ path }, ctx) =>
      access(ctx).read(path, async (file) => {
        const type = mimeType(basename(file.path), false);
        const isMedia = /^(?:image|audio)\//.test(type);
        const allowed = isMedia ? MAX_BYTES : Math.min(MAX_BYTES, Math.floor(maxBytes * 0.75));
        const bytes = await file.readWhole(allowed);
        if (bytes !== undefined) return new ToolResult({ content: toBlocks(file.path, type, bytes) });
        const has = file.size === 0 ? `more than ${allowed}` : file.size;
        const hint = isMedia ? 'Ask the user for a smaller one.' : hintFor(path);
        throw new FileError('too_large', `${path} (${type}) has ${has} bytes; ${allowed} are allowed.`, {
          hint,
        });
      }),
  });

const hintFor = (path: string): string => {
  if (isArchive(path)) return 'read_text_file lists its members.';
  return documentKind(path) === undefined
    ? 'Its bytes would tell a model nothing; get_file_info tells its size, times and hash.'
    : 'read_text_file returns its text.';
};

// The line of text is for models that get no images, and for hosts that drop them.
const toBlocks = (path: string, type: string, bytes: Buffer): ContentBlock[] => {
  const data = bytes.toString('base64');
  const size = imageSize(bytes);
  const about = [type, ...(size === undefined ? [] : [size]), `${bytes.length} bytes`].join(', ');
  const line = text(`[${about}: ${oneLine(basename(path))}]`);
  if (type.startsWith('image/')) return [image(data, type), line];
  if (type.startsWith('audio/')) return [audio(data, type), line];
  return [embeddedResource({ uri: pathToFileURL(path).href, mimeType: type, blob: data })];
};
