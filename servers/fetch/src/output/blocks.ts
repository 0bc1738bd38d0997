// Documents that are no text, as content blocks: shown when they are small, else as a link.
import {
  audio,
  embeddedResource,
  image,
  resourceLink,
  text,
  ToolResult,
  type ContentBlock,
} from '@mcp/runtime';
import type { Got } from '../documents/documents.ts';
import { describe, resourceUri, UNTRUSTED } from './part.ts';

/** Base64 makes it a third more; models take little more than that. */
const MAX_SHOWN_BYTES = 3_000_000;

/** The result for an image, a sound, a PDF or other bytes; undefined for text. */
export const toBlocks = (got: Got): ToolResult | undefined => {
  const { document } = got;
  if (document.kind === 'html' || document.kind === 'text') return undefined;
  const size = document.response.body.length;
  const title = `Contents of ${document.url}: ${document.mimeType}, ${size} bytes`;
  return new ToolResult({
    content: [text(title), ...toBlock(got, size)],
    structuredContent: { ...describe(got), length: size, truncated: false },
    _meta: UNTRUSTED,
  });
};

// What is not kept cannot be read as a resource: it is here, or nowhere.
const toBlock = ({ document, isKept }: Got, size: number): ContentBlock[] => {
  const { id, kind, mimeType, response, url } = document;
  const uri = isKept ? resourceUri(id) : url;
  const isShown = size <= MAX_SHOWN_BYTES && (kind !== 'binary' || !isKept);
  if (!isShown) return isKept ? [resourceLink({ uri, name: url, mimeType, size })] : [];
  const data = response.body.toString('base64');
  if (kind === 'image') return [image(data, mimeType)];
  if (kind === 'audio') return [audio(data, mimeType)];
  return [embeddedResource({ uri, mimeType, blob: data })];
};
