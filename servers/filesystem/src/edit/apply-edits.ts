// Makes edits in a text, one after the other, all or none.
import { EditError } from './edit-error.ts';
import {
  countBreaks,
  findAnyLineEnding,
  findExact,
  findLines,
  lineEndingAt,
  type FindOptions,
  type Span,
} from './find-text.ts';
import { reindent } from './indentation.ts';
import { explainMiss } from './near-miss.ts';

/** One edit. */
export interface Edit {
  readonly oldText: string;
  readonly newText: string;
  /** Otherwise `oldText` must be found exactly once. */
  readonly replaceAll?: boolean | undefined;
}

/** How `oldText` was found: as it is, with other line endings, or with other white space around its lines. */
export type MatchKind = 'exact' | 'eol' | 'whitespace';

/** One edit that was made. Lines are those of the text before it, and after the edits before it. */
export interface AppliedEdit {
  readonly index: number;
  readonly match: MatchKind;
  /** Of the first match, counted from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** How many matches were replaced. */
  readonly count: number;
}

/** A text with its edits. */
export interface EditedText {
  readonly text: string;
  readonly applied: readonly AppliedEdit[];
}

const MAX_EDITS = 1000;
/** More replacements would take too much memory. */
const MAX_REPLACEMENTS = 500_000;
/** As many matches are counted for the message that there are too many. */
const MAX_COUNTED = 1000;
const MAX_SHOWN_LINES = 10;

/**
 * Makes the edits. New lines get the line ending that is used at their place.
 *
 * @throws {EditError} when one of them cannot be made: its text is empty, not found, ambiguous or the same as the new
 *   text; or when they are too many.
 */
export const applyEdits = (text: string, edits: readonly Edit[]): EditedText => {
  if (edits.length > MAX_EDITS)
    throw new EditError(
      'too_many',
      `${edits.length} edits are too many for one call; ${MAX_EDITS} are allowed.`,
    );
  const applied: AppliedEdit[] = [];
  let edited = text;
  let place: Place = { offset: 0, line: 1 };
  for (const [index, edit] of edits.entries()) {
    const found = find(edited, edit, index);
    place = placeOf(edited, found.spans[0].start, place);
    applied.push(toApplied(edited, found, { index, startLine: place.line }));
    edited = replace(edited, edit, found);
  }
  return { text: edited, applied };
};

interface Match {
  readonly spans: readonly [Span, ...Span[]];
  readonly kind: MatchKind;
}

const find = (text: string, edit: Edit, index: number): Match => {
  const { oldText, newText, replaceAll = false } = edit;
  if (oldText === '')
    throw new EditError('empty', `edits[${index}]: oldText is empty. Give the text that is to be replaced.`, {
      index,
    });
  if (oldText === newText)
    throw new EditError(
      'no_change',
      `edits[${index}]: oldText and newText are the same. Nothing was changed.`,
      { index },
    );
  // The second match decides already; more are counted for the message.
  const options = { mayOverlap: !replaceAll, maxCount: replaceAll ? MAX_REPLACEMENTS + 1 : MAX_COUNTED };
  const { spans, kind } = findSpans(text, oldText, options);
  const [first, ...others] = spans;
  if (first === undefined) throw explainMiss(text, { oldText, index });
  if (spans.length > MAX_REPLACEMENTS) throw tooMany(index);
  if (!replaceAll && others.length > 0) throw ambiguous(text, spans, index);
  return { spans: [first, ...others], kind };
};

const findSpans = (
  text: string,
  oldText: string,
  options: FindOptions,
): { spans: Span[]; kind: MatchKind } => {
  const exact = findExact(text, oldText, options);
  if (exact.length > 0) return { spans: exact, kind: 'exact' };
  const plain = withLf(oldText);
  if (plain.includes('\n') && (plain !== oldText || text.includes('\r\n'))) {
    const spans = findAnyLineEnding(text, plain, options);
    if (spans.length > 0) return { spans, kind: 'eol' };
  }
  const spans = findLines(text, withoutLastBreak(plain), options);
  const isWhole = plain.endsWith('\n');
  return { spans: isWhole ? spans.map((span) => withLineBreak(text, span)) : spans, kind: 'whitespace' };
};

const withLineBreak = (text: string, { start, end }: Span): Span => {
  const at = text.indexOf('\n', end);
  return { start, end: at < 0 ? end : at + 1 };
};

interface Place {
  readonly offset: number;
  readonly line: number;
}

/** The line of an offset, counted from a place near it: the last edit. */
const placeOf = (text: string, offset: number, near: Place): Place => {
  const before = countBreaks(text, near.offset, offset);
  const after = countBreaks(text, offset, near.offset);
  return { offset, line: near.line + before - after };
};

const toApplied = (
  text: string,
  { spans, kind }: Match,
  { index, startLine }: { readonly index: number; readonly startLine: number },
): AppliedEdit => {
  const [{ start, end }] = spans;
  // A line break at the end belongs to the last line.
  const endLine = startLine + countBreaks(text, start, Math.max(start, end - 1));
  return { index, match: kind, startLine, endLine, count: spans.length };
};

const replace = (text: string, edit: Edit, { spans, kind }: Match): string => {
  const parts: string[] = [];
  let from = 0;
  for (const span of spans) {
    parts.push(text.slice(from, span.start), replacement(text, edit, { span, kind }));
    from = span.end;
  }
  return [...parts, text.slice(from)].join('');
};

const replacement = (
  text: string,
  { oldText, newText }: Edit,
  { span, kind }: { readonly span: Span; readonly kind: MatchKind },
): string => {
  const plain = withLf(newText);
  // When the edit changes only line endings, they are wanted as they are.
  if (plain === withLf(oldText) && kind === 'exact') return newText;
  const indented =
    kind === 'whitespace' ? reindented(text.slice(span.start, span.end), oldText, plain) : newText;
  const ending = newText.includes('\n') ? lineEndingAt(text, span) : undefined;
  return ending === undefined ? indented : withLf(indented).replaceAll('\n', ending);
};

const reindented = (found: string, oldText: string, newText: string): string =>
  reindent({
    oldLines: withoutLastBreak(withLf(oldText)).split('\n'),
    fileLines: withoutLastBreak(withLf(found)).split('\n'),
    newLines: newText.split('\n'),
  }).join('\n');

const ambiguous = (text: string, spans: readonly Span[], index: number): EditError => {
  const lines = spans.slice(0, MAX_SHOWN_LINES).map(({ start }) => countBreaks(text, 0, start) + 1);
  const count = spans.length === MAX_COUNTED ? `at least ${MAX_COUNTED}` : spans.length;
  const more = spans.length > lines.length ? ' and more' : '';
  return new EditError(
    'ambiguous',
    `edits[${index}]: oldText is found ${count} times, at lines ${lines.join(', ')}${more}. Add lines around it ` +
      'so that it is found once, or set replaceAll. Nothing was changed.',
    { index, lines },
  );
};

const tooMany = (index: number): EditError =>
  new EditError(
    'too_many',
    `edits[${index}]: oldText is found more than ${MAX_REPLACEMENTS} times, too often to be replaced.`,
    { index },
  );

const withLf = (text: string): string => text.replaceAll('\r\n', '\n');

const withoutLastBreak = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);
