// Replaces text in a Word document. New text gets the formatting of the old, and the rest of a paragraph keeps its own.
import { DocumentError, refused } from './document-error.ts';
import type { EditedDocument, TextEdit } from './document-job.ts';
import { BODY, readDocx } from './docx.ts';
import { isTrue, Parts, readXml, type XmlRange } from './office-parts.ts';
import { applySplices, escapeXml, prefixAt, refuseSigned, type Splice } from './xml-edits.ts';

const TEXT_PARTS = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/;

/**
 * Applies the edits in order, all or none.
 *
 * @throws {DocumentError} `not_found`, `ambiguous` or `refused` with the index of the edit; `unreadable`, `too_large`.
 */
export const editDocx = (bytes: Uint8Array, edits: readonly TextEdit[]): EditedDocument => {
  const parts = new Parts(bytes);
  refuseSigned(parts);
  refuseProtected(parts);
  const paths = parts.paths('word/').filter((path) => TEXT_PARTS.test(path) || path === BODY);
  const before = new Map(paths.map((path) => [path, parts.xml(path)]));
  let now = before;
  for (const [index, edit] of edits.entries()) {
    if (edit.oldText === '')
      throw new DocumentError('not_found', `edits[${index}].oldText of the document is empty.`);
    const found = [...now].map(([path, xml]) => ({ path, ...replaceIn(xml, edit) }));
    const count = found.reduce((sum, part) => sum + part.count, 0);
    checkCount(edit, index, count);
    now = new Map(found.map(({ path, xml }) => [path, xml]));
  }
  const edited = parts.replace(now);
  return { bytes: edited, before: textOf(bytes), after: textOf(edited), notes: [] };
};

const textOf = (bytes: Uint8Array): string => readDocx(bytes).parts[0]?.text ?? '';

const refuseProtected = (parts: Parts): void =>
  parts.readIfThere('word/settings.xml', {
    open: ({ name, attributes }) => {
      if (name === 'documentProtection' && isTrue(attributes['enforcement']))
        throw refused('is protected', 'Ask the user to unprotect it.');
    },
  });

const HINT = 'Give text of one paragraph, without the marks of headings, lists, notes and tables.';

const checkCount = ({ replaceAll = false }: TextEdit, index: number, count: number): void => {
  if (count === 0)
    throw new DocumentError('not_found', `edits[${index}]: the document does not have this oldText.`, HINT);
  if (count > 1 && !replaceAll)
    throw new DocumentError(
      'ambiguous',
      `edits[${index}]: the document has this oldText ${count} times.`,
      'Add words around it, or set replaceAll.',
    );
};

/** An element with text, a tab or a line break. */
interface Segment extends XmlRange {
  readonly old: string;
  /** Start of its old text in the paragraph. */
  readonly from: number;
  text: string;
}

interface Paragraph {
  text: string;
  readonly segments: Segment[];
  /**
   * Whether this is the fallback for programs that do not know the new form of a drawing: replaced, but not counted.
   */
  readonly isCopy: boolean;
}

const SPECIAL: { readonly [name: string]: string } = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };

const readParagraphs = (xml: string, prefix: string): Paragraph[] => {
  const done: Paragraph[] = [];
  const open: Paragraph[] = [];
  let [copies, start, text] = [0, -1, ''];
  const add = (added: string, at: XmlRange): void => {
    const paragraph = open.at(-1);
    paragraph?.segments.push({ ...at, old: added, text: added, from: paragraph.text.length });
    if (paragraph !== undefined) paragraph.text += added;
  };
  readXml(xml, {
    open: ({ name, attributes, at }) => {
      if (name === 'Fallback') copies++;
      if (prefixAt(xml, at) !== prefix) return;
      if (name === 'p') open.push({ text: '', segments: [], isCopy: copies > 0 });
      else if (name === 't') [start, text] = [at.start, ''];
      else if (SPECIAL[name] !== undefined && attributes['pos'] === undefined) add(SPECIAL[name], at);
    },
    text: (part) => {
      if (start >= 0) text += part;
    },
    close: (name, { start: from, end }) => {
      if (name === 'Fallback') copies--;
      if (prefixAt(xml, { start: from, end }) !== prefix) return;
      if (name === 'p') done.push(...open.splice(-1));
      else if (name === 't') {
        add(text, { start, end });
        start = -1;
      }
    },
  });
  return done;
};

const replaceIn = (xml: string, edit: TextEdit): { readonly xml: string; readonly count: number } => {
  const root = /<(?![?!])/.exec(xml)?.index ?? 0;
  const prefix = prefixAt(xml, { start: root, end: root });
  let count = 0;
  const splices: Splice[] = [];
  for (const { text, segments, isCopy } of readParagraphs(xml, prefix)) {
    const occurrences = occurrencesOf(text, edit);
    if (!isCopy) count += occurrences.length;
    // From the end, so that earlier positions stay valid.
    for (const place of occurrences.toReversed()) cut(segments, place, edit);
    for (const segment of segments)
      if (segment.text !== segment.old) splices.push({ ...segment, text: toRun(segment.text, prefix) });
  }
  return { xml: applySplices(xml, splices), count };
};

const occurrencesOf = (text: string, { oldText, wholeWord = false }: TextEdit): number[] => {
  const occurrences: number[] = [];
  const isLetter = (at: number): boolean => /[\p{L}\p{N}_]/u.test(text.charAt(at));
  for (let at = text.indexOf(oldText); at >= 0; at = text.indexOf(oldText, at + oldText.length))
    if (!wholeWord || !(isLetter(at - 1) || isLetter(at + oldText.length))) occurrences.push(at);
  return occurrences;
};

/** Removes the differing part from the segments, and puts the new text into the first of them. */
const cut = (segments: readonly Segment[], place: number, { oldText, newText }: TextEdit): void => {
  const [head, tail] = equalEnds(oldText, newText);
  const [from, to] = [place + head, place + oldText.length - tail];
  const text = newText.slice(head, newText.length - tail);
  const endOf = ({ from: start, old }: Segment): number => start + old.length;
  const first = segments.find((segment) => from < endOf(segment) || (from === to && from === endOf(segment)));
  for (const segment of segments) {
    const [a, b] = [Math.max(from, segment.from), Math.min(to, endOf(segment))].map(
      (at) => at - segment.from,
    );
    if (segment === first || Number(a) < Number(b))
      segment.text = segment.text.slice(0, a) + (segment === first ? text : '') + segment.text.slice(b);
  }
};

/** Returns the lengths of the common start and end of two texts, without splitting surrogate pairs. */
const equalEnds = (a: string, b: string): readonly [head: number, tail: number] => {
  const most = Math.min(a.length, b.length);
  let [head, tail] = [0, 0];
  while (head < most && a[head] === b[head]) head++;
  if (/[\uD800-\uDBFF]$/.test(a.slice(0, head))) head--;
  while (tail < most - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  if (/^[\uDC00-\uDFFF]/.test(a.slice(a.length - tail))) tail--;
  return [head, tail];
};

const toRun = (text: string, prefix: string): string =>
  text
    .split(/([\t\n])/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part === '\t') return `<${prefix}tab/>`;
      if (part === '\n') return `<${prefix}br/>`;
      return `<${prefix}t xml:space="preserve">${escapeXml(part)}</${prefix}t>`;
    })
    .join('');
