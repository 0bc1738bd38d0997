// Edits XML without changing anything around the edits.
import { refused } from './document-error.ts';
import type { Parts, XmlRange } from './office-parts.ts';

export interface Splice extends XmlRange {
  readonly text: string;
}

/** Applies splices, which must not overlap. Those at the same position keep their order. */
export const applySplices = (xml: string, splices: readonly Splice[]): string => {
  let [done, at] = ['', 0];
  for (const { start, end, text } of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    done += xml.slice(at, start) + text;
    at = end;
  }
  return done + xml.slice(at);
};

/**
 * Returns a pattern for elements with this name that contain no other of the name; it captures prefix, attributes and
 * content. The XML must be well-formed, without comments and CDATA, so that `<` occurs only in tags.
 */
export const elements = (name: string): RegExp =>
  new RegExp(
    String.raw`<((?:[\w.-]+:)?)${name}((?:\s(?:[^<>"'/]|"[^"]*"|'[^']*')*)?)(?:/>|>(.*?)</\1${name}\s*>)`,
    'gs',
  );

/** Returns the prefix of a tag with its colon, like `w:`, or ''. */
export const prefixAt = (xml: string, { start }: XmlRange): string =>
  /^<\/?([\w.-]+:)?/.exec(xml.slice(start, start + 100))?.[1] ?? '';

const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const ENTITIES: { readonly [char: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** @throws {DocumentError} `refused` for characters that XML does not allow. */
export const escapeXml = (text: string): string => {
  const [found] = FORBIDDEN.exec(text) ?? [];
  if (found !== undefined) throw refused(`cannot have the character ${JSON.stringify(found)}`);
  return text.replaceAll(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
};

/** @throws {DocumentError} `refused` if the document is signed. */
export const refuseSigned = (parts: Parts): void => {
  if (parts.paths('_xmlsignatures/').length === 0) return;
  throw refused(
    'is signed, and a change would break its signature',
    'Ask the user to remove the signature in Office.',
  );
};
