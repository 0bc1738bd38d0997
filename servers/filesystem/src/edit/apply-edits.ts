// Applies edits to a text in memory, one after the other, all or none.
import { FileError } from '@mcp/files';
import {
  findAnyLineEnding,
  findExact,
  findLines,
  lineEndingAt,
  MOST_IN_A_STEP,
  type FindOptions,
  type Span,
  type Steps,
} from './find-text.ts';
import { countBreaks } from '../text/lines.ts';
import { reindent } from './indentation.ts';
import { explainMiss } from './near-miss.ts';
import { isPartOfWord } from './whole-word.ts';

export interface Edit {
  readonly oldText: string;
  readonly newText: string;
  /** If false, `oldText` must occur exactly once. */
  readonly replaceAll?: boolean | undefined;
  /** Skip occurrences inside longer words. Default: no. */
  readonly wholeWord?: boolean | undefined;
}

/** How `oldText` was found: exactly, with other line endings, or with other white space around its lines. */
export type MatchKind = 'exact' | 'eol' | 'whitespace';

export interface EditedText {
  readonly text: string;
  readonly matches: readonly MatchKind[];
  /** How many of the occurrences that `replaceAll` replaced are inside longer words. */
  readonly partsOfWords: number;
}

const MAX_EDITS = 1000;
/** More would take too much memory. */
const MAX_REPLACEMENTS = 500_000;
/** Matches are counted up to this number, for the error that there are several. */
const MAX_COUNTED = 1000;
const MAX_SHOWN_LINES = 10;

/**
 * Applies the edits, with pauses. New lines get the line ending of their surroundings.
 *
 * @throws {FileError} `edit_…` if an edit cannot be made, because its text is empty, missing, ambiguous or equal to the
 *   new text, or if there are too many edits.
 */
export function* editSteps(text: string, edits: readonly Edit[]): Steps<EditedText> {
  if (edits.length > MAX_EDITS)
    throw new FileError(
      'edit_too_many',
      `${edits.length} edits are too many for one call; ${MAX_EDITS} are allowed.`,
    );
  const matches: MatchKind[] = [];
  let edited = text;
  let partsOfWords = 0;
  for (const [index, edit] of edits.entries()) {
    const match = yield* find(edited, edit, `edits[${index}]`);
    matches.push(match.kind);
    if (edit.replaceAll === true) partsOfWords += countParts(edited, match);
    edited = yield* replace(edited, edit, match);
    yield;
  }
  return { text: edited, matches, partsOfWords };
}

/** Counts only exact matches. */
const countParts = (text: string, { spans, kind }: Match): number =>
  kind === 'exact' ? spans.filter((span) => isPartOfWord(text, span)).length : 0;

interface Match {
  readonly spans: readonly Span[];
  readonly kind: MatchKind;
}

/** `name` is the name of the edit in errors. */
function* find(text: string, edit: Edit, name: string): Steps<Match> {
  const { oldText, newText, replaceAll = false, wholeWord = false } = edit;
  if (oldText === '')
    throw new FileError('edit_empty', `${name}: oldText is empty. Give the text to replace.`);
  if (oldText === newText)
    throw new FileError('edit_no_change', `${name}: oldText and newText are the same. Nothing was changed.`);
  // Two matches would be enough to refuse; more are counted for the error.
  const options = { mayOverlap: !replaceAll, maxCount: replaceAll ? MAX_REPLACEMENTS + 1 : MAX_COUNTED };
  const { spans: all, kind } = yield* findSpans(text, oldText, options);
  const spans = wholeWord ? all.filter((span) => !isPartOfWord(text, span)) : all;
  const count = spans.length;
  if (count === 0 && all.length > 0)
    throw new FileError(
      'edit_not_found',
      `${name}: oldText is found ${all.length} times, each time as part of a longer word. Omit wholeWord to replace it there.`,
    );
  if (count === 0) throw explainMiss(text, oldText, name);
  if (count > MAX_REPLACEMENTS)
    throw new FileError(
      'edit_too_many',
      `${name}: oldText is found more than ${MAX_REPLACEMENTS} times, too often to be replaced.`,
    );
  if (!replaceAll && count > 1) throw ambiguous(text, spans, name);
  return { spans, kind };
}

function* findSpans(text: string, oldText: string, options: FindOptions): Steps<Match> {
  const exact = yield* findExact(text, oldText, options);
  if (exact.length > 0) return { spans: exact, kind: 'exact' };
  const plain = withLf(oldText);
  if (plain.includes('\n') && (plain !== oldText || text.includes('\r\n'))) {
    const spans = yield* findAnyLineEnding(text, plain, options);
    if (spans.length > 0) return { spans, kind: 'eol' };
  }
  const spans = yield* findLines(text, withoutLastBreak(plain), options);
  const isWhole = plain.endsWith('\n');
  return { spans: isWhole ? spans.map((span) => withLineBreak(text, span)) : spans, kind: 'whitespace' };
}

const withLineBreak = (text: string, { start, end }: Span): Span => {
  const at = text.indexOf('\n', end);
  return { start, end: at < 0 ? end : at + 1 };
};

function* replace(text: string, edit: Edit, { spans, kind }: Match): Steps<string> {
  const parts: string[] = [];
  let from = 0;
  for (const span of spans) {
    parts.push(text.slice(from, span.start), replacement(text, edit, span, kind));
    from = span.end;
    if (parts.length % (MOST_IN_A_STEP / 10) === 0) yield;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/**
 * Returns the new text for one occurrence, with its line ending, and reindented if the old text was found with other
 * white space.
 */
const replacement = (text: string, { oldText, newText }: Edit, span: Span, kind: MatchKind): string => {
  const plain = withLf(newText);
  // An edit of line endings only is applied as written.
  if (plain === withLf(oldText) && kind === 'exact') return newText;
  const lines = (of: string): string[] => withoutLastBreak(withLf(of)).split('\n');
  const indented =
    kind === 'whitespace'
      ? reindent({
          oldLines: lines(oldText),
          fileLines: lines(text.slice(span.start, span.end)),
          newLines: plain.split('\n'),
        }).join('\n')
      : newText;
  const ending = newText.includes('\n') ? lineEndingAt(text, span) : undefined;
  return ending === undefined ? indented : withLf(indented).replaceAll('\n', ending);
};

const ambiguous = (text: string, spans: readonly Span[], name: string): FileError => {
  const lines = spans.slice(0, MAX_SHOWN_LINES).map(({ start }) => countBreaks(text, 0, start) + 1);
  const count = spans.length === MAX_COUNTED ? `at least ${MAX_COUNTED}` : spans.length;
  const more = spans.length > lines.length ? ' and more' : '';
  return new FileError(
    'edit_ambiguous',
    `${name}: oldText is found ${count} times, at lines ${lines.join(', ')}${more}. Add lines around it ` +
      'so that it is found once, or set replaceAll. Nothing was changed.',
  );
};

const withLf = (text: string): string => text.replaceAll('\r\n', '\n');

const withoutLastBreak = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);
