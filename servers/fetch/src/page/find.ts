// Find: returns the matches of a pattern in a text, with their context.
import { FetchError, shown } from '../failure.ts';
import { squeeze } from './links.ts';
import { lengthOf, skip } from './text.ts';

/** A pattern to find, and the text. */
export interface FindJob {
  readonly kind: 'find';
  readonly text: string;
  /** Where to start, in code points. */
  readonly start: number;
  readonly pattern: string;
  /** Whether the pattern is a regular expression. */
  readonly isExpression: boolean;
  /** Maximum number of matches to show. */
  readonly most: number;
}

/** The matches. */
export interface Found {
  /** Lines like `start_index 12: … context …`. */
  readonly matches: readonly string[];
  /** Number of all matches, up to 10,000. */
  readonly count: number;
  /** The `start_index` of the first match that is not shown. */
  readonly next: number | undefined;
}

const MAX_COUNT = 10_000;
const AROUND = 100;
const MAX_MATCH = 300;

/** @throws {FetchError} `invalid_arguments` if the expression is not valid. */
export const find = ({ text, start, most, ...pattern }: FindJob): Found => {
  const expression = toExpression(pattern);
  const matches: string[] = [];
  let count = 0;
  let next: number | undefined;
  let index = start;
  let unit = skip(text, 0, start);
  expression.lastIndex = unit;
  for (const { 0: match, index: at } of text.matchAll(expression)) {
    if (match === '') continue;
    if ((count += 1) > MAX_COUNT) break;
    if (next !== undefined) continue;
    index += lengthOf(text.slice(unit, at));
    unit = at;
    if (matches.length < most) matches.push(`start_index ${index}: ${around(text, at, match)}`);
    else next = index;
  }
  return { matches, count: Math.min(count, MAX_COUNT), next };
};

/** A capital letter in the pattern makes it case-sensitive, as in ripgrep. */
const toExpression = ({ pattern, isExpression }: Pick<FindJob, 'pattern' | 'isExpression'>): RegExp => {
  const flags = /\p{Lu}/u.test(pattern) ? 'gmu' : 'gimu';
  if (!isExpression) return new RegExp(pattern.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`), flags);
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    throw new FetchError('invalid_arguments', `find: ${shown(String(error))}.`, {
      hint: 'Correct the regular expression, or omit regex to find the text itself.',
    });
  }
};

const around = (text: string, at: number, match: string): string => {
  const from = wholeCharacter(text, Math.max(0, at - AROUND));
  const to = wholeCharacter(text, Math.min(text.length, at + Math.min(match.length, MAX_MATCH) + AROUND));
  const line = squeeze(text.slice(from, to), MAX_MATCH + 2 * AROUND + 1);
  return `${from > 0 ? '…' : ''}${line}${to < text.length ? '…' : ''}`;
};

/** Returns the offset, or the one before it in the middle of a character. */
const wholeCharacter = (text: string, unit: number): number =>
  unit > 0 && (text.codePointAt(unit - 1) ?? 0) > 0xffff ? unit - 1 : unit;
