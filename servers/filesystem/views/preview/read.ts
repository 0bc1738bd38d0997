// What a reading tool has answered, as something to be shown.
import type { Block, CallResult, Host } from '@mcp/view';

/** How a text can be shown. */
export type Form = 'text' | 'markdown' | 'csv' | 'sheets';

/** A text of a file, or a part of it. */
export interface TextOfFile {
  readonly text: string;
  /** The number of its first line. Undefined if the server did not count the lines. */
  readonly line: number | undefined;
  /** The number of the line that follows. */
  readonly next: number | undefined;
  /** What the server says of it. */
  readonly note: string;
}

type Input = { readonly [name: string]: unknown };

/** The path that was asked for, under each of its names. */
export const pathOf = ({ path, file_path: filePath, file }: Input): string =>
  [path, filePath, file].find((name) => typeof name === 'string') ?? '';

/** The last name of a path. */
export const nameOf = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? path;

const NOTE = /^\[[^\n]*etag: \S+\]\n?$/;

/** Reads the answer of read_text_file. */
export const readAnswer = ({ content = [] }: CallResult, input: Input): TextOfFile => {
  // The note precedes a part that was cut.
  const [first = '', second = ''] = content.map((block) => block.text ?? '');
  const isPart = NOTE.test(first) && !NOTE.test(second);
  const [note, text] = isPart ? [first, second] : [second, first];
  const lines = /Lines (\d+) to/.exec(note)?.[1];
  const next = /continue with offset (\d+)/.exec(note)?.[1];
  const isCounted = lines !== undefined || /^\[.*?\b\d+ lines?\./.test(note);
  const isNumbered = isTrue(input['lineNumbers'] ?? input['line_numbers']);
  return {
    text: isNumbered ? text.replaceAll(/^\d+\t/gm, '') : text,
    line: isCounted || input['tail'] === undefined ? Number(lines ?? 1) : undefined,
    next: next === undefined ? undefined : Number(next),
    note: note.replace(/^\[/, '').replace(/\s*etag: \S+\]\s*$/, ''),
  };
};

const isTrue = (value: unknown): boolean => value === true || value === 'true';

/** Asks for the lines that follow. */
export const readOn = async (host: Host, input: Input, before: TextOfFile): Promise<TextOfFile> => {
  const { encoding, pages, page = pages } = input;
  const args = {
    path: pathOf(input),
    ...(encoding === undefined ? {} : { encoding }),
    ...(page === undefined ? {} : { pages: page }),
    offset: before.next,
  };
  const following = readAnswer(await host.callTool('read_text_file', args), {});
  const text = `${before.text.replace(/\r?\n$/, '')}\n${following.text}`;
  return { ...following, text, line: before.line };
};

/** The form that fits a file best. Documents are known by what the server says. */
export const formOf = (path: string, { note }: TextOfFile): Form => {
  const kind = /\bText of the (\w+)/.exec(note)?.[1];
  if (kind === 'xlsx') return 'sheets';
  if (kind !== undefined) return kind === 'pdf' ? 'text' : 'markdown';
  if (/\.[ct]sv$/i.test(path)) return 'csv';
  return /\.(?:md|markdown)$/i.test(path) ? 'markdown' : 'text';
};

/** A sheet of a workbook. */
export interface Sheet {
  readonly title: string;
  readonly text: string;
}

/** The sheets of a workbook: each has its title above it. */
export const sheetsIn = (text: string): Sheet[] =>
  text
    .split(/^(?=## Sheet \d+: )/m)
    .map((part) => ({ title: /^## (.*)/.exec(part)?.[1] ?? '', text: part.replace(/^## .*\n+/, '') }))
    .filter(({ title, text: rows }) => title !== '' || rows.trim() !== '');

/** What is no text: a picture, a sound, or the bytes of something else. */
export const mediaIn = ({ content = [] }: CallResult): Block | undefined =>
  content.find(({ type }) => type !== 'text');
