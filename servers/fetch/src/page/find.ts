// Finds places in a text: what is found and what stands around it, without the text itself.
import { FetchError, shown } from '../failure.ts';
import { squeeze } from './links.ts';
import { lengthOf, skip } from './text.ts';

/** What to find, and where. */
export interface FindJob {
  readonly kind: 'find';
  readonly text: string;
  /** Where to begin, in code points. */
  readonly start: number;
  readonly pattern: string;
  /** Whether the pattern is a regular expression. Otherwise it is the text to find. */
  readonly isExpression: boolean;
  /** How many places to show. */
  readonly most: number;
}

/** What was found. */
export interface Found {
  /** Lines like `start_index 12: … what stands around it …`. */
  readonly places: readonly string[];
  /** Places in all, up to 10,000. */
  readonly count: number;
  /** The `start_index` of the first place that is not shown. */
  readonly next: number | undefined;
}

const MAX_COUNT = 10_000;
const AROUND = 100;
const MAX_MATCH = 300;

/** @throws {FetchError} `invalid_arguments` when the expression is not one. */
export const find = ({ text, start, most, ...pattern }: FindJob): Found => {
  const expression = toExpression(pattern);
  const places: string[] = [];
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
    if (places.length < most) places.push(`start_index ${index}: ${around(text, at, match)}`);
    else next = index;
  }
  return { places, count: Math.min(count, MAX_COUNT), next };
};

/** As ripgrep and editors do: a capital letter in the pattern makes capitals count. */
const toExpression = ({ pattern, isExpression }: Pick<FindJob, 'pattern' | 'isExpression'>): RegExp => {
  const flags = /\p{Lu}/u.test(pattern) ? 'gmu' : 'gimu';
  if (!isExpression) return new RegExp(pattern.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`), flags);
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    throw new FetchError('invalid_arguments', `find: ${shown(String(error))}.`, {
      hint: 'Correct the regular expression, or leave regex out to find the text itself.',
    });
  }
};

const around = (text: string, at: number, match: string): string => {
  const from = wholeCharacter(text, Math.max(0, at - AROUND));
  const to = wholeCharacter(text, Math.min(text.length, at + Math.min(match.length, MAX_MATCH) + AROUND));
  const line = squeeze(text.slice(from, to), MAX_MATCH + 2 * AROUND + 1);
  return `${from > 0 ? '…' : ''}${line}${to < text.length ? '…' : ''}`;
};

/** The place, or the one before it when it is in the middle of a character. */
const wholeCharacter = (text: string, unit: number): number =>
  unit > 0 && (text.codePointAt(unit - 1) ?? 0) > 0xffff ? unit - 1 : unit;
