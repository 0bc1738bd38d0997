// The encoding of a text: byte order mark, Content-Type, then what an HTML page declares (WHATWG Encoding and HTML).

/** Text and the encoding it was in, as the Encoding standard names it. */
export interface DecodedText {
  readonly text: string;
  readonly charset: string;
}

/** A declaration has to be in these first bytes of a page. */
const PRESCAN_BYTES = 1024;

/** Decodes a body. What is not valid in the encoding becomes U+FFFD, as in a browser. */
export const decodeText = (body: Uint8Array, contentType: string, isHtml: boolean): DecodedText => {
  const declared = isHtml ? prescan(body) : undefined;
  const charset =
    byteOrderMark(body) ??
    known(/;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1]) ??
    declared ??
    guess(body);
  return { text: new TextDecoder(charset).decode(body), charset };
};

const byteOrderMark = (body: Uint8Array): string | undefined => {
  const [first, second, third] = body;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
};

// The standard has pages in UTF-16 declare nothing in ASCII, so such a declaration means UTF-8.
const prescan = (body: Uint8Array): string | undefined => {
  const head = new TextDecoder('latin1')
    .decode(body.subarray(0, PRESCAN_BYTES))
    .replaceAll(/<!--.*?-->/gs, '');
  const label =
    /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head)?.[1] ??
    /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)/i.exec(head)?.[1];
  const charset = known(label);
  return charset?.startsWith('utf-16') === true ? 'utf-8' : charset;
};

const guess = (body: Uint8Array): string => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
};

const known = (label: string | undefined): string | undefined => {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
};
