// Encodes text for a file: in the encoding that is asked for, or in the one that the file has.
import { FileError, unlessRefused } from '../failure.ts';
import type { FileSystem } from '../files/file-system.ts';
import { charsetFor, charsetOfBom, detectCharset, SAMPLE_BYTES, type Charset } from './charset.ts';

/** What is to be written. */
export interface NewText {
  readonly content: string;
  /** To the end of a file: without byte order mark. */
  readonly isAppended: boolean;
}

const BOM = '\uFEFF';

/**
 * The bytes in an encoding. UTF-16 gets a byte order mark, by which it is known.
 *
 * @throws {FileError} `encoding` when it is not known, or does not have a character.
 */
export const encodeAs = async (encoding: string, text: NewText): Promise<Buffer> => {
  checkWhole(text);
  const charset = await charsetFor(encoding);
  return encode(charset, text, charset.unitBytes === 2);
};

/**
 * The bytes in the encoding of the file that is there, with its byte order mark; in UTF-8 when there is none, or none with
 * text.
 *
 * @throws {FileError} `encoding` when that does not have a character.
 */
export const encodeAsBefore = async (files: FileSystem, path: string, text: NewText): Promise<Buffer> => {
  checkWhole(text);
  const { charset, hasBom = false } = (await formatOf(files, path)) ?? {};
  return charset === undefined ? Buffer.from(text.content) : encode(charset, text, hasBom);
};

// No encoding has it, and U+FFFD would take its place without a word.
const checkWhole = ({ content }: NewText): void => {
  const half = /\p{Surrogate}/u.exec(content);
  if (half === null) return;
  throw new FileError(
    'encoding',
    `The text has half of a character at offset ${half.index}; nothing was written.`,
    {
      hint: 'Send the whole character, or leave it out.',
    },
  );
};

const encode = (charset: Charset, { content, isAppended }: NewText, hasBom: boolean): Buffer =>
  charset.encode(hasBom && !isAppended && !content.startsWith(BOM) ? BOM + content : content);

// What forbids to write says so when the file is written.
const formatOf = (
  files: FileSystem,
  path: string,
): Promise<{ readonly charset: Charset | undefined; readonly hasBom: boolean } | undefined> =>
  unlessRefused(() =>
    files.read(path, async (file) => {
      const { bytes, isEnd } = await file.read(0, SAMPLE_BYTES);
      return { charset: await detectCharset(bytes, !isEnd), hasBom: charsetOfBom(bytes) !== undefined };
    }),
  );
