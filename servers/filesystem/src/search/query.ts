// What a content search looks for: text or a regular expression, made ready for many files.
import { FileError } from '@mcp/files';

/** What to look for. */
export interface TextQuery {
  readonly text: string;
  /** Whether the text is a regular expression of JavaScript. */
  readonly isRegex: boolean;
  /** Default: only if the text contains a capital letter. */
  readonly isCaseSensitive?: boolean | undefined;
}

/** A query, ready. */
export interface Matcher {
  /** Sees the text of a file as lines: `^` and `$` match at each. */
  readonly regex: RegExp;
  /** Bytes that are in every file in which the expression matches. */
  readonly needle: Buffer | undefined;
}

const MAX_LENGTH = 1000;

/**
 * Makes a query ready.
 *
 * @throws {FileError} `invalid_query` when it is empty, too long, or no regular expression.
 */
export const toMatcher = (query: TextQuery): Matcher => {
  const { text, isRegex, isCaseSensitive = hasCapital(query) } = query;
  if (text === '') throw invalid('The query is empty. Give the text to look for.');
  if (text.length > MAX_LENGTH)
    throw invalid(
      `The query has ${text.length} characters; ${MAX_LENGTH} are allowed. Look for a part of it.`,
    );
  const flags = isCaseSensitive ? 'gm' : 'gim';
  if (isRegex && !isPlainText(text)) return { regex: toRegex(text, flags), needle: undefined };
  // A line break in the query stands for either kind of line ending.
  const source = text
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
    .join(String.raw`\r?\n`);
  // Other characters have other bytes in other encodings.
  const isPlain = isCaseSensitive && /^[\x20-\x7e\t]*$/.test(text);
  return { regex: new RegExp(source, `${flags}u`), needle: isPlain ? Buffer.from(text) : undefined };
};

/**
 * Whether capitals count by default: as in ripgrep, they do if the query contains one that is not part of an escape.
 */
export const hasCapital = ({ text, isRegex }: TextQuery): boolean => {
  const literal = isRegex ? text.replaceAll(NOT_LITERAL, '') : text;
  // Without any letter, `\p{Lu}` must not match small ones.
  return /\p{Lu}/u.test(literal) || !/\p{L}/u.test(literal);
};

const NOT_LITERAL = /\\[pP]\{[^}]*\}|\\c[A-Za-z]|\\k<\w*>|\(\?P?<\w+>|\\./gsu;

/** Why a text is no regular expression of JavaScript; undefined when it is one, or has forms of another language. */
export const syntaxError = (text: string): string | undefined => {
  try {
    toRegex(text, 'gm');
    return undefined;
  } catch (error) {
    const { cause } = error instanceof FileError ? error : {};
    return cause instanceof SyntaxError ? cause.message.split(': ').at(-1) : undefined;
  }
};

// Without characters that mean something else: such a query finds files faster as text.
const isPlainText = (text: string): boolean => /^[\w "'`,;:=<>@#%&~!/-]+$/.test(text);

const toRegex = (text: string, flags: string): RegExp => {
  // The usual way to ask for it elsewhere; JavaScript has no such form at the beginning.
  const ignoresCase = text.startsWith('(?i)');
  const source = ignoresCase ? text.slice(4) : text;
  const foreign = /\[\[:\w+:\]|(?<!\\)(?:\\\\)*\\[AzZ]/.exec(source)?.[0];
  if (foreign !== undefined)
    throw invalid(
      `${foreign} is not in regular expressions of JavaScript. Use classes like \\d, \\w and [A-Z], and ^ and $ for the ends of a line.`,
    );
  // Only Unicode mode knows these forms; it refuses others that people write.
  const unicode = /\\[pPu]\{/.test(source) ? 'u' : '';
  try {
    return new RegExp(withinLines(source, unicode), `${ignoresCase ? 'gim' : flags}${unicode}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalid(
      `The query is not a regular expression of JavaScript: ${reason}. To look for it as text, set regex to false.`,
      error,
    );
  }
};

const CLASS = /\\[WDs]|\\[pP]\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]/g;

/**
 * As in ripgrep, `\s` and classes match no line break, unless the expression names one or a class of all characters.
 */
const withinLines = (source: string, flags: string): string =>
  /\\[nr]|\n|\[\^\]|\[\\([sdw])\\\1\]/i.test(source)
    ? source
    : source.replaceAll(CLASS, (atom) => (new RegExp(atom, flags).test('\n') ? `(?:(?!\\n)${atom})` : atom));

const invalid = (message: string, cause?: unknown): FileError =>
  new FileError('invalid_query', message, { cause });
