// What a content search looks for: text or a regular expression, made ready for many files.
import { ToolError } from '@mcp/runtime';
import { errorMeta } from '../failure.ts';

/** What to look for. */
export interface Query {
  readonly text: string;
  /** Whether the text is a regular expression of JavaScript. */
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
}

/** A query that cannot be used. The message says why. */
export class QueryError extends ToolError {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { _meta: errorMeta('invalid_query'), ...options });
  }
}

/** A query, ready. */
export type Matcher =
  /** Text of ASCII characters, compared byte by byte. */
  | { readonly kind: 'bytes'; readonly needle: Buffer }
  /** Sees the text of a file as lines: `^` and `$` match at each. `needle` is in whatever matches. */
  | { readonly kind: 'regex'; readonly regex: RegExp; readonly needle?: Buffer };

const MAX_LENGTH = 1000;

/**
 * Makes a query ready.
 *
 * @throws {QueryError} when it is empty, or no regular expression.
 */
export const toMatcher = ({ text, isRegex, isCaseSensitive }: Query): Matcher => {
  if (text === '') throw new QueryError('The query is empty. Give the text to look for.');
  if (text.length > MAX_LENGTH)
    throw new QueryError(
      `The query has ${text.length} characters; ${MAX_LENGTH} are allowed. Look for a part of it.`,
    );
  const flags = isCaseSensitive ? 'gm' : 'gim';
  if (isRegex) return toRegex(text, flags);
  if (isCaseSensitive && isAscii(text) && !/[\r\n]/.test(text))
    return { kind: 'bytes', needle: Buffer.from(text, 'latin1') };
  // A line break in the query stands for either kind of line ending.
  const source = text
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
    .join(String.raw`\r?\n`);
  return { kind: 'regex', regex: new RegExp(source, `${flags}u`) };
};

const toRegex = (text: string, flags: string): Matcher => {
  // The usual way to ask for it elsewhere; JavaScript has no such form at the beginning.
  const ignoresCase = text.startsWith('(?i)');
  const source = ignoresCase ? text.slice(4) : text;
  // Only Unicode mode knows these forms; it refuses others that people write.
  const unicode = /\\[pPu]\{/.test(source) ? 'u' : '';
  const all = `${ignoresCase && !flags.includes('i') ? `${flags}i` : flags}${unicode}`;
  try {
    const regex = new RegExp(source, all);
    const needle = all.includes('i') ? undefined : requiredText(source);
    return {
      kind: 'regex',
      regex,
      ...(needle === undefined ? {} : { needle: Buffer.from(needle, 'latin1') }),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new QueryError(
      `The query is not a regular expression of JavaScript: ${reason}. To look for it as text, set regex to false.`,
      { cause: error },
    );
  }
};

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/** Where a group or class of an expression ends, or undefined when that is not plain. */
const skipGroup = (source: string, start: number): number | undefined => {
  let depth = 0;
  let isClass = false;
  for (let at = start; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (isClass) isClass = character !== ']';
    else if (character === '[') isClass = true;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth === 0 && !isClass) return at + 1;
  }
  return undefined;
};

/**
 * The longest plain ASCII text that whatever matches must contain; undefined when there is none of at least two
 * characters, or when it is not easy to tell. Files without it need not be decoded.
 */
export const requiredText = (source: string): string | undefined => {
  let longest = '';
  let run = '';
  const end = (): void => {
    if (run.length > longest.length) longest = run;
    run = '';
  };
  for (let at = 0; at < source.length;) {
    const character = source.charAt(at);
    if (character === '|') return undefined;
    if (character === '(' || character === '[') {
      end();
      const next = skipGroup(source, at);
      if (next === undefined) return undefined;
      at = next;
    } else if ('*?{'.includes(character)) {
      // Perhaps what comes before is not there at all.
      run = run.slice(0, -1);
      end();
      at = character === '{' ? source.indexOf('}', at) + 1 : at + 1;
      if (at === 0) return undefined;
    } else if ('.^$+'.includes(character)) {
      end();
      at++;
    } else if (character === '\\') {
      const escaped = source.charAt(at + 1);
      // The others have arguments, or are numbers of groups.
      if (/[a-zA-Z0-9]/.test(escaped) && !'dDwWsSbBnrtfv'.includes(escaped)) return undefined;
      if (/[a-zA-Z]/.test(escaped)) end();
      else run += escaped;
      at += 2;
    } else {
      run += character;
      at++;
    }
  }
  end();
  return longest.length >= 2 && isAscii(longest) ? longest : undefined;
};
