// Read: prepares the result of a reading tool for display.
import type { Block, CallResult, Host } from '@mcp/view';

/** Ways to show a text. */
export type Form = 'text' | 'markdown' | 'csv' | 'sheets' | 'pages';

/** The text of a file, or a part of it. */
export interface TextOfFile {
  readonly text: string;
  /** Number of the first line. Undefined if the server did not count the lines. */
  readonly firstLine?: number;
  /** Number of the line after this text, if there is one. */
  readonly nextLine?: number;
  /** Kind of the source document, like `pdf`. */
  readonly kind?: string;
  /** Note from the server. */
  readonly note: string;
}

type Input = { readonly [name: string]: unknown };

/** Data that read_text_file adds for the page. */
interface About extends Omit<TextOfFile, 'text'> {
  readonly isNumbered: boolean;
  /** Index of the text block. */
  readonly textBlock: number;
}

/** Default for hosts that do not declare support for pages. */
const PLAIN: About = { firstLine: 1, note: '', isNumbered: false, textBlock: 0 };

/** Returns the requested path, under any of its argument names. */
export const pathOf = ({ path, file_path: filePath, file }: Input): string =>
  [path, filePath, file].find((name) => typeof name === 'string') ?? '';

/** Returns the last name of a path. */
export const nameOf = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? path;

/** Reads the result of read_text_file. */
export const readAnswer = ({ content = [], _meta: meta }: CallResult): TextOfFile => {
  const { isNumbered, textBlock, ...about } = (meta?.['page'] ?? PLAIN) as About;
  const text = content[textBlock]?.text ?? '';
  return { ...about, text: isNumbered ? text.replaceAll(/^\d+\t/gm, '') : text };
};

/** Reads the lines that follow and appends them. */
export const readOn = async (host: Host, input: Input, before: TextOfFile): Promise<TextOfFile> => {
  const { encoding, member, pages, page = pages } = input;
  const args = { path: pathOf(input), encoding, member, pages: page, offset: before.nextLine };
  const following = readAnswer(await host.callTool('read_text_file', args));
  const text = `${before.text.replace(/\r?\n$/, '')}\n${following.text}`;
  return { ...following, text, ...(before.firstLine === undefined ? {} : { firstLine: before.firstLine }) };
};

/** Returns the best form for a file. */
export const formOf = (path: string, { kind }: TextOfFile): Form => {
  if (kind === 'xlsx') return 'sheets';
  if (kind !== undefined) return kind === 'pdf' ? 'pages' : 'markdown';
  if (/\.[ct]sv$/i.test(path)) return 'csv';
  return /\.(?:md|markdown)$/i.test(path) ? 'markdown' : 'text';
};

/** A sheet of a workbook, or a page of a PDF. */
export interface Section {
  readonly title: string;
  readonly text: string;
}

/** Splits a document at the titles of its sheets or pages. */
export const sectionsIn = (text: string): Section[] =>
  text
    .split(/^(?=## (?:Sheet|Page) \d+)/m)
    .map((part) => ({ title: /^## (.*)/.exec(part)?.[1] ?? '', text: part.replace(/^## .*\n*/, '') }))
    .filter(({ title, text: rows }) => title !== '' || rows.trim() !== '');

/** Returns the first block that is not text: a picture, a sound or other bytes. */
export const mediaIn = ({ content = [] }: CallResult): Block | undefined =>
  content.find(({ type }) => type !== 'text');
