// Text queries: plain text or a regular expression, compiled for many files.
import { FileError } from '@mcp/files';

export interface TextQuery {
  readonly text: string;
  /** Whether the text is a JavaScript regular expression. */
  readonly isRegex: boolean;
  /** Default: only if the text contains a capital letter. */
  readonly isCaseSensitive?: boolean | undefined;
}

export interface Matcher {
  /** Multiline: `^` and `$` match at each line. */
  readonly regex: RegExp;
  /** Bytes that every matching file contains. */
  readonly needle: Buffer | undefined;
}

const MAX_LENGTH = 1000;

/**
 * Compiles a query.
 *
 * @throws {FileError} `invalid_query` if it is empty, too long or not a valid expression.
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
  // A line break in the query matches either kind of line ending.
  const source = text
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
    .join(String.raw`\r?\n`);
  // Other characters have different bytes in other encodings.
  const isPlain = isCaseSensitive && /^[\x20-\x7e\t]*$/.test(text);
  return { regex: new RegExp(source, `${flags}u`), needle: isPlain ? Buffer.from(text) : undefined };
};

/**
 * The default for case sensitivity, like ripgrep's: true if the query contains a capital letter that is not part of an
 * escape.
 */
export const hasCapital = ({ text, isRegex }: TextQuery): boolean => {
  const literal = isRegex ? text.replaceAll(NOT_LITERAL, '') : text;
  // Without any letter, too: `\p{Lu}` must not match small letters.
  return /\p{Lu}/u.test(literal) || !/\p{L}/u.test(literal);
};

const NOT_LITERAL = /\\[pP]\{[^}]*\}|\\c[A-Za-z]|\\k<\w*>|\(\?P?<\w+>|\\./gsu;

/**
 * Returns the reason that a text is not a valid expression; undefined if it is one, or uses syntax of another language.
 */
export const syntaxError = (text: string): string | undefined => {
  try {
    toRegex(text, 'gm');
    return undefined;
  } catch (error) {
    const { cause } = error instanceof FileError ? error : {};
    return cause instanceof SyntaxError ? cause.message.split(': ').at(-1) : undefined;
  }
};

// Without special characters; such a query is faster as text.
const isPlainText = (text: string): boolean => /^[\w "'`,;:=<>@#%&~!/-]+$/.test(text);

const toRegex = (text: string, flags: string): RegExp => {
  // JavaScript lacks this prefix of other languages.
  const ignoresCase = text.startsWith('(?i)');
  const source = ignoresCase ? text.slice(4) : text;
  const foreign = /\[\[:\w+:\]|(?<!\\)(?:\\\\)*\\[AzZ]/.exec(source)?.[0];
  if (foreign !== undefined)
    throw invalid(
      `${foreign} is not part of JavaScript regular expressions. Use classes like \\d, \\w and [A-Z], and ^ and $ for the ends of a line.`,
    );
  // Only Unicode mode has these forms, but it rejects others that people write.
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
 * Keeps `\s` and classes within lines, like ripgrep, unless the expression names a line break or a class of all
 * characters.
 */
const withinLines = (source: string, flags: string): string =>
  /\\[nr]|\n|\[\^\]|\[\\([sdw])\\\1\]/i.test(source)
    ? source
    : source.replaceAll(CLASS, (atom) => (new RegExp(atom, flags).test('\n') ? `(?:(?!\\n)${atom})` : atom));

const invalid = (message: string, cause?: unknown): FileError =>
  new FileError('invalid_query', message, { cause });
