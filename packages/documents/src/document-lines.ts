// The text of a document: all of it or some parts, and a description.
import { DocumentError } from './document-error.ts';
import { UNITS, type DocumentKind, type DocumentPart, type DocumentText } from './document.ts';

/** Returns the whole text, each part under its title. */
export const toText = (parts: readonly DocumentPart[]): string =>
  parts.map(({ title, text }) => (title === '' ? text : `## ${title}\n\n${text}`.trimEnd())).join('\n\n');

/**
 * Returns the parts with these numbers, like `3` or `2-5`, or the sheet with this name.
 *
 * @throws {DocumentError} `missing` if there is none.
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
  throw new DocumentError(
    'missing',
    `There is no ${UNITS[kind]} ${wanted}: the document has ${countParts(kind, parts)}.`,
  );
};

/** Like `12 pages`. */
const countParts = (kind: DocumentKind, { length }: readonly DocumentPart[]): string =>
  `${length} ${UNITS[kind]}${length === 1 ? '' : 's'}`;

const MOST_NAMED = 20;

/** Describes the document in a sentence, with the names of its sheets. */
export const describeDocument = ({ kind, parts, notes }: DocumentText): string => {
  const names =
    kind === 'xlsx' ? parts.slice(0, MOST_NAMED).map(({ title }) => title.replace(/^Sheet \d+: /, '')) : [];
  const more = names.length > 0 && parts.length > names.length ? ', …' : '';
  const listed = names.length === 0 ? '' : `: ${names.join(', ')}${more}`;
  const count = kind === 'docx' ? '' : `, ${countParts(kind, parts)}${listed}`;
  return [`Text of the ${kind}${count}.`, ...notes].join(' ');
};
