// The encoding of a text: byte order mark, Content-Type, then what an HTML page declares (WHATWG Encoding and HTML).
import { TextDecoder as SingleByteDecoder } from '@exodus/bytes/encoding-lite.js';
import { default as sniff } from 'html-encoding-sniffer';

/** Text and the encoding it was in, as the Encoding standard names it. */
export interface DecodedText {
  readonly text: string;
  readonly charset: string;
}

/** Decodes a body. Bytes that are not valid in the encoding become U+FFFD, as in a browser. */
export const decodeText = (body: Uint8Array, contentType: string, isHtml: boolean): DecodedText => {
  const declared = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  const charset = sniff(body, {
    // Text that is no page declares nothing in its first bytes.
    xml: !isHtml,
    ...(declared === undefined ? {} : { transportLayerEncodingLabel: declared }),
    defaultEncoding: isUtf8(body) ? 'UTF-8' : 'windows-1252',
  }).toLowerCase();
  return { text: decode(body, charset), charset };
};

const isUtf8 = (body: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
};

// That of Node 20 reads windows-1252 as Latin-1, without € and quotation marks.
const decode = (body: Uint8Array, charset: string): string =>
  charset.startsWith('windows-')
    ? new SingleByteDecoder(charset).decode(body)
    : new TextDecoder(charset).decode(body);
