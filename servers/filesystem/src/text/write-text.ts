// Encodes text for a file, and protects files of other formats from being overwritten with text.
import { FileError, type FileSystem, unlessRefused } from '@mcp/files';
import { charsetFor, charsetOfBom, detectCharset, SAMPLE_BYTES, type Charset } from './charset.ts';

export interface NewText {
  readonly content: string;
  /** Appended text gets no byte order mark. */
  readonly isAppended: boolean;
  readonly encoding?: string | undefined;
}

const BOM = '\uFEFF';

/**
 * Encodes text in the given encoding, else in that of the existing file with its byte order mark, else in UTF-8. UTF-16
 * always gets a byte order mark, because it is detected by that.
 *
 * @throws {FileError} `encoding` if the encoding is unknown or lacks a character; `not_text` if the text would destroy
 *   a file that is not text, or the file name belongs to another format.
 */
export const encodeFor = async (files: FileSystem, path: string, text: NewText): Promise<Buffer> => {
  checkWhole(text);
  const { encoding } = text;
  // Denied paths get the same error, whatever their names.
  (await files.scope(path)).toRelative(path);
  const before = await formatOf(files, path);
  if (before === undefined) checkName(path, `${path} would be text in a file that is not for text.`);
  else if (before.charset === undefined && encoding === undefined)
    checkName(path, `${path} is not text: with text in its place it could not be opened any more.`, OTHER);
  else if (before.charset === undefined) checkName(path, `${path} is not text.`);
  if (encoding !== undefined) {
    const charset = await charsetFor(encoding);
    return encode(charset, text, charset.unitBytes === 2);
  }
  return before?.charset === undefined
    ? Buffer.from(text.content)
    : encode(before.charset, text, before.hasBom);
};

const OTHER = 'Write a file of another name.';

/** Formats that cannot contain plain text, and what to write instead. */
const FORMATS: readonly (readonly [name: RegExp, hint: string])[] = [
  [/\.(?:xls[xmb]?|ods|numbers)$/i, 'Write a .csv file instead.'],
  [/\.(?:docx?|odt|pptx?|odp|pages|pdf|epub)$/i, 'Write a .md or .txt file instead.'],
  [/\.(?:png|jpe?g|gif|webp|bmp|ico|tiff?|heic|avif|mp[34]|m4a|wav|ogg|flac|mov|avi|mkv|webm)$/i, OTHER],
  [/\.(?:zip|gz|tgz|bz2|xz|zst|tar|7z|rar|jar|exe|dll|so|dylib|wasm|class|sqlite3?|woff2?|ttf|otf)$/i, OTHER],
];

/** @throws {FileError} `not_text` for the name of such a format, or with `otherwise` for any name. */
const checkName = (path: string, problem: string, otherwise?: string): void => {
  const hint = FORMATS.find(([name]) => name.test(path))?.[1] ?? otherwise;
  if (hint !== undefined) throw new FileError('not_text', `${problem} Nothing was written.`, { hint });
};

// Half of a surrogate pair: encoding it would silently write U+FFFD.
const checkWhole = ({ content }: NewText): void => {
  const half = /\p{Surrogate}/u.exec(content);
  if (half === null) return;
  throw new FileError(
    'encoding',
    `The text has half of a character at offset ${half.index}; nothing was written.`,
    { hint: 'Send the whole character, or leave it out.' },
  );
};

const encode = (charset: Charset, { content, isAppended }: NewText, hasBom: boolean): Buffer =>
  charset.encode(hasBom && !isAppended && !content.startsWith(BOM) ? BOM + content : content);

// Other errors are reported by the write itself. An empty file has no format yet.
const formatOf = (
  files: FileSystem,
  path: string,
): Promise<{ readonly charset: Charset | undefined; readonly hasBom: boolean } | undefined> =>
  unlessRefused(() =>
    files.read(path, async (file) => {
      const { bytes, isEnd } = await file.read(0, SAMPLE_BYTES);
      if (bytes.length === 0) return undefined;
      return { charset: await detectCharset(bytes, !isEnd), hasBom: charsetOfBom(bytes) !== undefined };
    }),
  );
