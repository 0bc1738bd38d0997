// Answer: what a tool says, and the one exit for it. Every text is escaped here, except the content of files.
import { stripInvisible, text, ToolError, ToolResult, type ContentBlock, type Meta } from '@mcp/runtime';
import { GitError } from '@mcp/git';

/** The content of a file or a patch. Its characters are what was asked for, so they stay. */
export class Content {
  readonly text: string;

  constructor(content: string) {
    this.text = content;
  }
}

type Part = string | Content;

/** What a tool says. */
export interface Answer {
  /** The text, in parts. */
  readonly text: Part | readonly Part[];
  /** The same as data. Members that are undefined are left out. */
  readonly data?: { readonly [member: string]: unknown };
  /** How to go on after a part. It comes first, because hosts that cut a long answer once more keep its start. */
  readonly more?: readonly string[] | undefined;
  /** More texts. */
  readonly notes?: readonly Part[];
  /** Links to more. */
  readonly links?: readonly ContentBlock[];
  /** What only programs need, such as a page. */
  readonly meta?: Meta;
}

/** Runs a tool, and turns its answer into the result of a call. */
export const answering =
  <Given extends readonly unknown[]>(run: (...given: Given) => Promise<Answer>) =>
  async (...given: Given): Promise<ToolResult> => {
    try {
      return toResult(await run(...given));
    } catch (error) {
      throw toVisible(error);
    }
  };

const toResult = ({ text: parts, data, more = [], notes = [], links = [], meta }: Answer): ToolResult =>
  new ToolResult({
    content: [
      ...[...more.map(visible), [parts].flat().map(shownText).join(''), ...notes.map(shownText)].map((each) =>
        text(each),
      ),
      ...links,
    ],
    ...(data && { structuredContent: visibleData(data) }),
    ...(meta && { _meta: meta }),
  });

/** Escapes the message of a failure. */
const toVisible = (error: unknown): unknown => {
  const failure = toToolError(error);
  if (failure instanceof ToolError) failure.message = visible(failure.message);
  return failure;
};

/**
 * Returns a refusal of git as an error that the model reads, also where another program removed a file that the call
 * was about to use. Returns anything else as it is. For `throw`.
 */
export const toToolError = (error: unknown): unknown => {
  if (isMissing(error))
    return new ToolError('A file or folder of the repository went away during the call.', {
      hint: 'Call git_status to see the state of the repository, then call again.',
      retryable: true,
      cause: error,
    });
  if (!(error instanceof GitError)) return error;
  const { code, problem, hint, retryable } = error;
  return new ToolError(problem, { code, hint, retryable, cause: error });
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** Text in which bytes that are not UTF-8 are replaced: for text that is no name. */
export const toText = (decoded: string): string => decoded.replaceAll(/[\udc80-\udcff]/gu, '\uFFFD');

const shownText = (part: Part): string => (typeof part === 'string' ? visible(part) : toText(part.text));

/**
 * Escapes all strings of some data. Leaves out members that are undefined, false or an empty list, but never all members
 * of an object.
 */
export const visibleData = (value: unknown): unknown => {
  if (typeof value === 'string' || value instanceof Content) return shownText(value);
  if (Array.isArray(value)) return value.map(visibleData);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const telling = members.filter(
    ([, member]) => member !== false && !(Array.isArray(member) && member.length === 0),
  );
  const shown = telling.length === 0 ? members : telling;
  return Object.fromEntries(shown.map(([name, member]) => [name, visibleData(member)]));
};

/** Escapes the characters that a reader cannot see, like `\u{202e}`. */
export const visible = (given: string): string => {
  if (!/[^\t\n -~]/.test(given)) return given;
  const whole = toText(given).replaceAll('\r\n', '\n');
  const seen = stripInvisible(whole.replaceAll(/[\r\u2028\u2029]/g, ''));
  if (seen === whole) return whole;
  let at = 0;
  return Array.from(whole, (character) => {
    if (!seen.startsWith(character, at)) return `\\u{${character.codePointAt(0)?.toString(16)}}`;
    at += character.length;
    return character;
  }).join('');
};

/**
 * Returns a function that says whether the next text still fits, and its data, if it has some: hosts show the model one
 * of the two. After one that does not fit, none does. The first always fits, because otherwise nobody could get past it.
 */
export const budgetOf = (bytes: number): ((next: string, data?: unknown) => boolean) => {
  let left = bytes;
  let isFirst = true;
  return (next, data) => {
    left -= Math.max(Buffer.byteLength(visible(next)), data === undefined ? 0 : dataBytes(data));
    const fits = isFirst || left >= 0;
    isFirst = false;
    return fits;
  };
};

/** The length of an item in a list of structured content, with its comma. */
const dataBytes = (data: unknown): number => Buffer.byteLength(JSON.stringify(visibleData(data))) + 1;
