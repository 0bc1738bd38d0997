// The text of a document that is no page, or of the source of one: decoded, without what cannot be seen.
import { isUtf8 } from 'node:buffer';
import { TextDecoder as SingleByteDecoder } from '@exodus/bytes/encoding-lite.js';
import { stripInvisible } from '@mcp/runtime';
import { default as sniff } from 'html-encoding-sniffer';
import { FetchError, shown } from '../failure.ts';
import { complete, type DocumentText, type TextJob } from './text.ts';

/** Text and the encoding it was in, as the Encoding standard names it. */
export interface DecodedText {
  readonly text: string;
  readonly charset: string;
}

/**
 * Decodes a body (WHATWG Encoding and HTML): the byte order mark counts first, then the Content-Type, then what an HTML
 * page declares. Bytes that are not valid in the encoding become U+FFFD, as in a browser.
 */
export const decodeText = (body: Uint8Array, contentType: string, isHtml: boolean): DecodedText => {
  const declared = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  const charset = sniff(body, {
    // Text that is no page declares nothing in its first bytes.
    xml: !isHtml,
    ...(declared === undefined ? {} : { transportLayerEncodingLabel: declared }),
    defaultEncoding: isUtf8(body) ? 'UTF-8' : 'windows-1252',
  }).toLowerCase();
  // The decoder of Node 20 reads windows-1252 as Latin-1, without € and quotation marks.
  const Decoder = charset.startsWith('windows-') ? SingleByteDecoder : TextDecoder;
  return { text: new Decoder(charset).decode(body), charset };
};

const MARKDOWN = /^text\/(?:x-)?markdown\b/i;

/** @throws {FetchError} `unsupported_type` when it should be JSON and is not. */
export const readPlainText = ({ body, contentType, kind, format, url }: TextJob): DocumentText => {
  const { text: source, charset } = decodeText(body, contentType, kind === 'html');
  const text = stripInvisible(source);
  if (format === 'json') requireJson(text, url);
  return complete({ text, charset, extraction: { method: 'raw' } }, MARKDOWN.test(contentType));
};

const requireJson = (text: string, url: string): void => {
  try {
    JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FetchError('unsupported_type', `${url} is not JSON: ${shown(reason)}.`, {
      hint: 'Call again without format.',
    });
  }
};
