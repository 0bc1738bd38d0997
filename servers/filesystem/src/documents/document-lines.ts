// The text of a document as a file with lines, so that all ways to read lines work on it.
import type { ReadableBytes } from '../files/read.ts';
import { FileError } from '../failure.ts';
import { UNITS, type DocumentKind, type DocumentPart, type DocumentText } from './document.ts';

/** The whole text: each part below its title. */
export const toText = (parts: readonly DocumentPart[]): string =>
  parts.map(({ title, text }) => (title === '' ? text : `## ${title}\n\n${text}`.trimEnd())).join('\n\n');

/** As a file that was opened. */
export const toReadable = (text: string): ReadableBytes => {
  const bytes = Buffer.from(text);
  return {
    size: bytes.length,
    read: (offset, maxBytes) => {
      const part = bytes.subarray(offset, offset + maxBytes);
      return Promise.resolve({ bytes: part, isEnd: offset + part.length >= bytes.length });
    },
  };
};

/**
 * The parts with these numbers, like `3` or `2-5`; a sheet also by its name.
 *
 * @throws {FileError} `invalid_path` when there is none.
 */
export const chooseParts = (
  { kind, parts }: DocumentText,
  wanted: string | undefined,
): readonly DocumentPart[] => {
  if (wanted === undefined) return parts;
  const named = parts.filter(({ title }) => title.replace(/^Sheet \d+: /, '') === wanted);
  if (named.length > 0) return named;
  const [, first, last = first] = /^(\d+)(?:\s*-\s*(\d+))?$/.exec(wanted.trim()) ?? [];
  const chosen = first === undefined ? [] : parts.slice(Math.max(0, Number(first) - 1), Number(last));
  if (chosen.length > 0) return chosen;
  throw new FileError(
    'invalid_path',
    `There is no ${UNITS[kind]} ${wanted}: the document has ${countParts(kind, parts)}.`,
  );
};

/** Like `12 pages`. */
const countParts = (kind: DocumentKind, { length }: readonly DocumentPart[]): string =>
  `${length} ${UNITS[kind]}${length === 1 ? '' : 's'}`;

const MOST_NAMED = 20;

/** What the document is and holds, in a sentence, with the names of its sheets. */
export const describeDocument = ({ kind, parts, notes }: DocumentText): string => {
  const names =
    kind === 'xlsx' ? parts.slice(0, MOST_NAMED).map(({ title }) => title.replace(/^Sheet \d+: /, '')) : [];
  const more = names.length > 0 && parts.length > names.length ? ', …' : '';
  const listed = names.length === 0 ? '' : `: ${names.join(', ')}${more}`;
  const count = kind === 'docx' ? '' : `, ${countParts(kind, parts)}${listed}`;
  return [`Text of the ${kind}${count}.`, ...notes].join(' ');
};
