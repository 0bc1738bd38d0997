// Calls as a client of the official server makes them, in a small world, and where our answers differ on purpose.
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One call. `R` at the beginning of a path stands for the allowed directory. */
export interface Recorded {
  readonly name: string;
  readonly arguments: { readonly [name: string]: unknown };
  /** Why our answer is another one. */
  readonly differs?: string;
}

const FILES: { readonly [path: string]: string | Uint8Array } = {
  'a.txt': 'one\ntwo\nthree\n',
  'crlf.txt': 'a\r\nb\r\n',
  'bom.txt': '\uFEFFx\n',
  'empty.txt': '',
  'picture.png': Uint8Array.of(1, 2, 3),
  'sound.mp3': Uint8Array.of(4, 5),
  'data.bin': Uint8Array.of(0, 1),
  'latin.txt': Uint8Array.of(0x63, 0x61, 0x66, 0xe9),
  'large.txt': 'x'.repeat(2000),
  'sub/c.txt': 'C\n',
};

/** Makes the world in an empty directory. Times are fixed. */
export const makeWorld = (root: string): void => {
  rmSync(root, { recursive: true, force: true });
  for (const directory of ['sub', 'empty']) mkdirSync(join(root, directory), { recursive: true });
  for (const [path, content] of Object.entries(FILES)) {
    writeFileSync(join(root, path), content);
    utimesSync(join(root, path), 1.7e9, 1.7e9);
  }
};

const ERROR = 'an error that says what to do';
const LINES = 'the end of the last line is not counted as a line, line endings stay';

export const calls: readonly Recorded[] = [
  { name: 'read_text_file', arguments: { path: 'R/a.txt' } },
  { name: 'read_file', arguments: { path: 'R/a.txt' } },
  { name: 'read_text_file', arguments: { path: 'R/a.txt', head: 2 } },
  { name: 'read_text_file', arguments: { path: 'R/a.txt', head: 9 } },
  { name: 'read_text_file', arguments: { path: 'R/a.txt', head: 0, tail: 0 } },
  { name: 'read_text_file', arguments: { path: 'R/a.txt', tail: 2 }, differs: LINES },
  { name: 'read_text_file', arguments: { path: 'R/a.txt', head: 1, tail: 1 }, differs: ERROR },
  { name: 'read_text_file', arguments: { path: 'R/crlf.txt' } },
  { name: 'read_text_file', arguments: { path: 'R/crlf.txt', head: 1 } },
  { name: 'read_text_file', arguments: { path: 'R/crlf.txt', tail: 2 }, differs: LINES },
  { name: 'read_text_file', arguments: { path: 'R/bom.txt' } },
  { name: 'read_text_file', arguments: { path: 'R/empty.txt' } },
  { name: 'read_text_file', arguments: { path: 'R/latin.txt' }, differs: 'decoded, not damaged' },
  { name: 'read_text_file', arguments: { path: 'R/data.bin' } },
  { name: 'read_text_file', arguments: { path: 'R/gone' }, differs: ERROR },
  { name: 'read_text_file', arguments: { path: 'R/sub' }, differs: ERROR },
  { name: 'read_text_file', arguments: { path: '/etc/passwd' }, differs: ERROR },
  { name: 'read_text_file', arguments: { path: 'R/a.txt', head: '2' }, differs: 'taken as the number 2' },
  { name: 'read_text_file', arguments: { path: 'R/a.txt', bogus: 1 }, differs: 'refused: not ignored' },
  { name: 'read_media_file', arguments: { path: 'R/picture.png' } },
  { name: 'read_media_file', arguments: { path: 'R/sound.mp3' } },
  { name: 'read_media_file', arguments: { path: 'R/data.bin' } },
  { name: 'read_multiple_files', arguments: { paths: ['R/a.txt', 'R/sub/c.txt'] } },
  { name: 'read_multiple_files', arguments: { paths: ['R/a.txt', 'R/gone'] }, differs: ERROR },
  { name: 'list_directory', arguments: { path: 'R/sub' } },
  { name: 'list_directory', arguments: { path: 'R/empty' } },
  { name: 'list_directory_with_sizes', arguments: { path: 'R' } },
  { name: 'list_directory_with_sizes', arguments: { path: 'R/sub', sortBy: 'size' } },
  { name: 'list_directory_with_sizes', arguments: { path: 'R/empty' } },
  { name: 'get_file_info', arguments: { path: 'R/a.txt' } },
  { name: 'get_file_info', arguments: { path: 'R/sub' } },
  { name: 'list_allowed_directories', arguments: {} },
  { name: 'search_files', arguments: { path: 'R', pattern: 'sub/*.txt' } },
  { name: 'search_files', arguments: { path: 'R', pattern: 'nothing' } },
  { name: 'create_directory', arguments: { path: 'R/new/deep' } },
  { name: 'create_directory', arguments: { path: 'R/new/deep' } },
  { name: 'write_file', arguments: { path: 'R/w.txt', content: 'W' } },
  { name: 'write_file', arguments: { path: 'R/w.txt', content: 'W2' } },
  { name: 'write_file', arguments: { path: 'R/no/w.txt', content: 'W' }, differs: ERROR },
  { name: 'move_file', arguments: { source: 'R/w.txt', destination: 'R/m.txt' } },
  { name: 'move_file', arguments: { source: 'R/m.txt', destination: 'R/a.txt' }, differs: ERROR },
];

/** A call with the directory in the place of `R`. */
export const placed = (value: unknown, root: string): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/"R(?=[/"])/g, () => JSON.stringify(root).slice(0, -1)));

/** What is compared: the first block and what is structured under its name, with `R` and without times. */
export const compared = (
  result: { readonly [member: string]: unknown },
  root: string,
): { readonly [member: string]: unknown } => {
  const { content, structuredContent, isError = false } = result;
  const [first] = content as readonly unknown[];
  const { content: repeated } = (structuredContent ?? {}) as { readonly content?: unknown };
  const text = JSON.stringify({ first, repeated, isError }).replaceAll(root, 'R');
  return JSON.parse(text.replaceAll(/(created|modified|accessed): [^\\]*/g, '$1: …')) as {
    readonly [member: string]: unknown;
  };
};
