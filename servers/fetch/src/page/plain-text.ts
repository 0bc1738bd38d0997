// Plain text: decodes text that is not a page, or the source of a page, and removes invisible characters.
import { isUtf8 } from 'node:buffer';
import { TextDecoder as SingleByteDecoder } from '@exodus/bytes/encoding-lite.js';
import { stripInvisible } from '@mcp/runtime';
import { default as sniff } from 'html-encoding-sniffer';
import { FetchError, shown } from '../failure.ts';
import { complete, type DocumentText, type TextJob } from './text.ts';

/**
 * Decodes a body (WHATWG Encoding and HTML): the byte order mark counts first, then the Content-Type, then the
 * declaration of an HTML page. Invalid bytes become U+FFFD, as in a browser. The charset is the name in the Encoding
 * standard.
 */
export const decodeText = (
  body: Uint8Array,
  contentType: string,
  isHtml: boolean,
): Pick<DocumentText, 'text' | 'charset'> => {
  const declared = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? declaredByXml(body);
  const defaultEncoding = isUtf8(body) ? 'utf-8' : 'windows-1252';
  const sniffed = sniff(body, {
    // Only pages declare an encoding in their first bytes.
    xml: !isHtml,
    ...(declared === undefined ? {} : { transportLayerEncodingLabel: declared }),
    defaultEncoding,
  }).toLowerCase();
  // Browsers do not decode this encoding. Most pages that declare it are ASCII.
  const charset = sniffed === 'replacement' ? defaultEncoding : sniffed;
  // The decoder of Node 20 lacks some encodings, and decodes windows-1252 as Latin-1, without € and quotation marks.
  const Decoder = NATIVE.has(charset) ? TextDecoder : SingleByteDecoder;
  return { text: new Decoder(charset).decode(body), charset };
};

const NATIVE: ReadonlySet<string> = new Set(
  'utf-8 utf-16le utf-16be big5 euc-jp euc-kr gb18030 gbk iso-2022-jp shift_jis'.split(' '),
);

const XML_ENCODING = /^<\?xml\s[^>]{0,100}?\bencoding\s*=\s*["']([\w.-]+)/;

// A declaration that can be read as Latin-1 is not UTF-16.
const declaredByXml = (body: Uint8Array): string | undefined => {
  const name = XML_ENCODING.exec(Buffer.from(body.subarray(0, 200)).toString('latin1'))?.[1];
  return /^utf-?16/i.test(name ?? '') ? undefined : name;
};

const MARKDOWN = /^text\/(?:x-)?markdown\b/i;

/** @throws {FetchError} `unsupported_type` if the format is JSON and the text is not. */
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
