// Calls: recorded from the official server, then made to ours, in this order and in one set of files.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One call. `<root>` in an argument is the allowed directory. */
export interface Call {
  readonly name: string;
  readonly arguments: { readonly [name: string]: unknown };
}

/** The files to work on. */
export const FILES: { readonly [path: string]: string | Uint8Array } = {
  'notes.txt': 'one\ntwo\nthree\nfour\nfive\n',
  'no-end.txt': 'first\nlast',
  'empty.txt': '',
  'windows.txt': 'one\r\ntwo\r\n',
  'bom.txt': '\uFEFFx\n',
  'latin.txt': Uint8Array.of(0x63, 0x61, 0x66, 0xe9),
  'twice.txt': 'same\nother\nsame\n',
  'code.ts': 'export function area(r: number) {\n    const pi = 3;\n    return pi * r * r;\n}\n',
  'docs/readme.md': '# Title\n\n```sh\nls\n```\n',
  'docs/deep/more.md': 'more\n',
  'docs/.hidden/x.md': 'x\n',
  'node_modules/lib/index.js': 'module.exports = 1;\n',
  'picture.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47),
  'sound.mp3': Uint8Array.of(0x49, 0x44, 0x33),
  'data.bin': Uint8Array.of(0, 1, 2, 255),
  'vacant/': '',
};

const call = (name: string, args: Call['arguments'] = {}): Call => ({ name, arguments: args });
const edit = (path: string, oldText: string, newText: string, more: Call['arguments'] = {}): Call =>
  call('edit_file', { path: `<root>/${path}`, edits: [{ oldText, newText }], ...more });
const at = (path: string): { readonly path: string } => ({ path: `<root>/${path}` });

export const CALLS: readonly Call[] = [
  call('list_allowed_directories'),
  call('read_text_file', at('notes.txt')),
  call('read_file', at('notes.txt')),
  call('read_text_file', { ...at('notes.txt'), head: 2 }),
  call('read_text_file', { ...at('notes.txt'), tail: 2 }),
  call('read_text_file', { ...at('no-end.txt'), tail: 1 }),
  call('read_text_file', { ...at('no-end.txt'), head: 10 }),
  call('read_text_file', at('empty.txt')),
  call('read_text_file', at('windows.txt')),
  call('read_text_file', { ...at('notes.txt'), head: 1, tail: 1 }),
  call('read_text_file', { ...at('notes.txt'), head: 0, tail: 0 }),
  call('read_text_file', { ...at('windows.txt'), head: 1 }),
  call('read_text_file', { ...at('windows.txt'), tail: 2 }),
  call('read_text_file', { ...at('notes.txt'), head: '2' }),
  call('read_text_file', { ...at('notes.txt'), bogus: 1 }),
  call('read_text_file', at('bom.txt')),
  call('read_text_file', at('latin.txt')),
  call('read_text_file', at('data.bin')),
  call('read_text_file', at('missing.txt')),
  call('read_text_file', at('docs')),
  call('read_text_file', { path: '/etc/passwd' }),
  call('read_text_file', { path: '<root>/../outside.txt' }),
  call('read_media_file', at('picture.png')),
  call('read_media_file', at('sound.mp3')),
  call('read_media_file', at('data.bin')),
  call('read_multiple_files', { paths: ['<root>/notes.txt', '<root>/no-end.txt'] }),
  call('read_multiple_files', { paths: ['<root>/empty.txt', '<root>/missing.txt'] }),
  call('list_directory', at('')),
  call('list_directory', at('vacant')),
  call('list_directory_with_sizes', at('')),
  call('list_directory_with_sizes', { ...at(''), sortBy: 'size' }),
  call('directory_tree', at('docs')),
  call('directory_tree', { ...at(''), excludePatterns: ['node_modules', '*.txt', '**/.hidden'] }),
  call('directory_tree', at('vacant')),
  call('directory_tree', at('missing')),
  call('search_files', { ...at(''), pattern: '**/*.md' }),
  call('search_files', { ...at(''), pattern: '*.txt' }),
  call('search_files', { ...at(''), pattern: 'docs/**' }),
  call('search_files', { ...at(''), pattern: '**/*.{md,js}', excludePatterns: ['**/node_modules', '**/.*'] }),
  call('search_files', { ...at(''), pattern: '**/nothing' }),
  call('search_files', { ...at('docs'), pattern: '**/d*' }),
  call('get_file_info', at('notes.txt')),
  call('get_file_info', at('docs')),
  call('write_file', { ...at('new.txt'), content: 'new\n' }),
  call('write_file', { ...at('new.txt'), content: 'newer\n' }),
  call('write_file', { ...at('missing/new.txt'), content: 'x' }),
  edit('notes.txt', 'two', '2', { dryRun: true }),
  edit('notes.txt', 'two\nthree', '2\n3'),
  edit('docs/readme.md', '# Title', '# New'),
  edit('code.ts', 'const pi = 3;\nreturn pi * r * r;', 'return Math.PI * r ** 2;'),
  edit('notes.txt', 'nowhere', 'x'),
  edit('windows.txt', 'one\ntwo', 'one\n2'),
  edit('twice.txt', 'same', 'changed'),
  call('create_directory', at('a/b/c')),
  call('create_directory', at('a/b/c')),
  call('move_file', { source: '<root>/new.txt', destination: '<root>/moved.txt' }),
  call('move_file', { source: '<root>/no-end.txt', destination: '<root>/moved.txt' }),
  call('read_text_file', at('notes.txt')),
  call('read_text_file', at('code.ts')),
];

/** Returns every file below a directory with its digest, and every empty directory. */
export const snapshot = (root: string): { readonly [path: string]: string } => {
  const found: { [path: string]: string } = {};
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted((a, b) =>
    a < b ? -1 : 1,
  )) {
    const path = join(root, name);
    if (!statSync(path).isDirectory())
      found[name] = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
    else if (readdirSync(path).length === 0) found[`${name}/`] = '';
  }
  return found;
};

/** Replaces the allowed directory by `<root>`, or the reverse, everywhere in a value. */
export const replaceRoot = <T>(value: T, from: string, to: string): T =>
  JSON.parse(JSON.stringify(value).replaceAll(from, to)) as T;
