// What a reading tool has answered, as something to be shown.
import type { Block, CallResult, Host } from '@mcp/view';

/** How a text can be shown. */
export type Form = 'text' | 'markdown' | 'csv' | 'sheets' | 'pages';

/** A text of a file, or a part of it. */
export interface TextOfFile {
  readonly text: string;
  /** The number of its first line. Undefined if the server did not count the lines. */
  readonly firstLine?: number;
  /** The number of the line that follows, if there is one. */
  readonly nextLine?: number;
  /** The kind of document that the text is of, like `pdf`. */
  readonly kind?: string;
  /** What the server says of it. */
  readonly note: string;
}

type Input = { readonly [name: string]: unknown };

/** What read_text_file has for the page. */
interface About extends Omit<TextOfFile, 'text'> {
  readonly isNumbered: boolean;
  /** Which block is the text. */
  readonly textBlock: number;
}

/** For hosts that do not say that they show pages. */
const PLAIN: About = { firstLine: 1, note: '', isNumbered: false, textBlock: 0 };

/** The path that was asked for, under each of its names. */
export const pathOf = ({ path, file_path: filePath, file }: Input): string =>
  [path, filePath, file].find((name) => typeof name === 'string') ?? '';

/** The last name of a path. */
export const nameOf = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? path;

/** Reads the answer of read_text_file. */
export const readAnswer = ({ content = [], _meta: meta }: CallResult): TextOfFile => {
  const { isNumbered, textBlock, ...about } = (meta?.['page'] ?? PLAIN) as About;
  const text = content[textBlock]?.text ?? '';
  return { ...about, text: isNumbered ? text.replaceAll(/^\d+\t/gm, '') : text };
};

/** Asks for the lines that follow. */
export const readOn = async (host: Host, input: Input, before: TextOfFile): Promise<TextOfFile> => {
  const { encoding, member, pages, page = pages } = input;
  const args = { path: pathOf(input), encoding, member, pages: page, offset: before.nextLine };
  const following = readAnswer(await host.callTool('read_text_file', args));
  const text = `${before.text.replace(/\r?\n$/, '')}\n${following.text}`;
  return { ...following, text, ...(before.firstLine === undefined ? {} : { firstLine: before.firstLine }) };
};

/** The form that fits a file best. */
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

/** The sheets or pages of a document: each has its title above it. */
export const sectionsIn = (text: string): Section[] =>
  text
    .split(/^(?=## (?:Sheet|Page) \d+)/m)
    .map((part) => ({ title: /^## (.*)/.exec(part)?.[1] ?? '', text: part.replace(/^## .*\n*/, '') }))
    .filter(({ title, text: rows }) => title !== '' || rows.trim() !== '');

/** What is no text: a picture, a sound, or the bytes of something else. */
export const mediaIn = ({ content = [] }: CallResult): Block | undefined =>
  content.find(({ type }) => type !== 'text');
