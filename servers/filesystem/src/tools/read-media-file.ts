// read_media_file: returns an image, audio or any other file in base64. Not listed, because read_text_file returns
// media too.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import { readMedia } from '../documents/read-media.ts';
import { imageIcon } from '../icons.ts';
import { shownAs } from '../views.ts';
import { requiredPath, type Toolbox } from './shared.ts';

const input = {
  type: 'object',
  properties: { path: requiredPath('Path of the file') },
  required: ['path'],
  additionalProperties: false,
} as const;

export const readMediaFile = ({ access, maxBytes }: Toolbox): Tool =>
  defineTool({
    name: 'read_media_file',
    title: 'Read media file',
    description:
      'Read an image or audio file. Other binary files are returned as base64 if they are small enough.',
    icons: imageIcon,
    annotations: readsOnly,
    _meta: shownAs('preview'),
    aliasOf: 'read_text_file',
    listed: false,
    aliases: { file_path: 'path', file: 'path' },
    inputSchema: input,
    run: ({ path }, ctx) => access(ctx).read(path, (file) => readMedia(file, path, maxBytes)),
  });
