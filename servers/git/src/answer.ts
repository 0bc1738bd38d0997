// Answer: what a tool returns, and its only exit to the client. All text is escaped here except file content.
import { stripInvisible, text, ToolError, ToolResult, type ContentBlock, type Meta } from '@mcp/runtime';
import { GitError } from '@mcp/git';

/** The content of a file or patch, which is returned unchanged. */
export class Content {
  readonly text: string;

  constructor(content: string) {
    this.text = content;
  }
}

type Part = string | Content;

/** What a tool returns. */
export interface Answer {
  /** The text, in parts. */
  readonly text: Part | readonly Part[];
  /** The same as structured content. Members that are undefined, false or empty lists are left out. */
  readonly data?: { readonly [member: string]: unknown };
  /** How to continue. It comes first, because hosts that cut long answers keep the start. */
  readonly more?: readonly string[] | undefined;
  /** More texts. */
  readonly notes?: readonly Part[];
  /** Links to resources. */
  readonly links?: readonly ContentBlock[];
  /** Data for programs, like pages. */
  readonly meta?: Meta;
}

/** Runs a tool and returns its answer as the result of a call. */
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
 * Returns an error of git as one that the model reads, also if another program removed a file during the call. Returns
 * any other error unchanged.
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

/** Replaces bytes that are not UTF-8, for text that is not a name. */
export const toText = (decoded: string): string => decoded.replaceAll(/[\udc80-\udcff]/gu, '\uFFFD');

const shownText = (part: Part): string => (typeof part === 'string' ? visible(part) : toText(part.text));

/**
 * Escapes all strings of some data. Leaves out members that are undefined, false or an empty list, unless an object
 * would have no member left.
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

/** Escapes invisible characters, like `\u{202e}`. */
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
 * Returns a function that says whether the next text and its data still fit. Hosts show the model one of the two. After
 * the first that does not fit, none does. The first of all always fits, because otherwise nobody could get past it.
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
