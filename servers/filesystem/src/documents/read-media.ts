// Media: returns an image or audio file as a block of its kind, and any other file as base64.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { audio, embeddedResource, image, text, ToolResult, type ContentBlock } from '@mcp/runtime';
import { documentKind } from '@mcp/documents';
import { FileError, oneLine, type OpenFile } from '@mcp/files';
import { imageSize } from '../image-size.ts';
import { mimeType } from '../mime.ts';
import { detectCharset, SAMPLE_BYTES } from '../text/charset.ts';
import { isArchive } from './documents.ts';

/** 5 MB in base64, the largest image that models accept. */
const MAX_BYTES = 3_750_000;

const MEDIA = /^(?:image|audio)\//;

/** Whether a file is an image or audio by its name, and not text like SVG. */
export const isMedia = async (file: OpenFile): Promise<boolean> => {
  if (!MEDIA.test(mimeType(basename(file.path), false))) return false;
  const { bytes, isEnd } = await file.read(0, SAMPLE_BYTES);
  return (await detectCharset(bytes, !isEnd)) === undefined;
};

/** Reads a file as media. `path` is the caller's spelling; `maxBytes` limits files of other kinds. */
export const readMedia = async (file: OpenFile, path: string, maxBytes: number): Promise<ToolResult> => {
  const type = mimeType(basename(file.path), false);
  const isKnown = MEDIA.test(type);
  const allowed = isKnown ? MAX_BYTES : Math.min(MAX_BYTES, Math.floor(maxBytes * 0.75));
  const bytes = await file.readWhole(allowed);
  if (bytes !== undefined) return new ToolResult({ content: toBlocks(file.path, type, bytes) });
  const has = file.size === 0 ? `more than ${allowed}` : file.size;
  const hint = isKnown ? 'Ask the user for a smaller one.' : hintFor(path);
  throw new FileError('too_large', `${path} (${type}) has ${has} bytes; ${allowed} are allowed.`, { hint });
};

const hintFor = (path: string): string => {
  if (isArchive(path)) return 'read_text_file lists its members.';
  return documentKind(path) === undefined
    ? 'get_file_info returns its size, times and hash.'
    : 'read_text_file returns its text.';
};

// Some hosts drop images, so a line of text describes them.
const toBlocks = (path: string, type: string, bytes: Buffer): ContentBlock[] => {
  const data = bytes.toString('base64');
  const size = imageSize(bytes);
  const about = [type, ...(size === undefined ? [] : [size]), `${bytes.length} bytes`].join(', ');
  const line = text(`[${about}: ${oneLine(basename(path))}]`);
  if (type.startsWith('image/')) return [image(data, type), line];
  if (type.startsWith('audio/')) return [audio(data, type), line];
  return [embeddedResource({ uri: pathToFileURL(path).href, mimeType: type, blob: data })];
};
