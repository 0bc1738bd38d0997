// The least a filesystem server can do: the raw operation in Node. No checks.
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
  type Dirent,
} from 'node:fs';
import { serveMinimal } from '../comparison/minimal-loop.ts';

interface Arguments {
  readonly path: string;
  readonly paths: readonly string[];
  readonly pattern: string;
  readonly query: string;
  readonly edits: readonly { readonly oldText: string; readonly newText: string }[];
}

interface Node {
  readonly name: string;
  readonly type: string;
  readonly children?: readonly Node[];
}

const entriesOf = (path: string): Dirent[] => readdirSync(path, { withFileTypes: true });

function walk(path: string, visit: (path: string, entry: Dirent) => void): void {
  for (const entry of entriesOf(path)) {
    const inner = `${path}/${entry.name}`;
    visit(inner, entry);
    if (entry.isDirectory()) walk(inner, visit);
  }
}

function searchNames({ path, pattern }: Arguments): string {
  const ending = pattern.replace('**/*', '');
  const found: string[] = [];
  walk(path, (inner, { name }) => {
    if (name.endsWith(ending)) found.push(inner);
  });
  return found.join('\n');
}

function searchContents({ path, query }: Arguments): string {
  const needle = Buffer.from(query);
  const found: string[] = [];
  walk(path, (inner, entry) => {
    if (!entry.isFile()) return;
    const bytes = readFileSync(inner);
    if (!bytes.includes(needle)) return;
    for (const [index, line] of bytes.toString().split('\n').entries())
      if (line.includes(query)) found.push(`${inner}:${index + 1}:${line}`);
  });
  return found.join('\n');
}

function treeOf(path: string): readonly Node[] {
  return entriesOf(path).map((entry) =>
    entry.isDirectory()
      ? { name: entry.name, type: 'directory', children: treeOf(`${path}/${entry.name}`) }
      : { name: entry.name, type: 'file' },
  );
}

/** The lines from a line on that are the same but for the space around them. */
function replaceLines(text: string, oldText: string, newText: string): string {
  const lines = text.split('\n');
  const old = oldText.split('\n').map((line) => line.trim());
  const start = lines.findIndex((_, i) => old.every((line, j) => lines[i + j]?.trim() === line));
  const indent = /^\s*/.exec(lines[start] ?? '')?.[0] ?? '';
  lines.splice(start, old.length, ...newText.split('\n').map((line) => indent + line));
  return lines.join('\n');
}

function edit({ path, edits: [change] }: Arguments): string {
  const { oldText = '', newText = '' } = change ?? {};
  const text = readFileSync(path, 'utf8');
  const at = text.indexOf(oldText);
  const isThere = at >= 0 && oldText.startsWith(' ');
  const edited = isThere
    ? text.slice(0, at) + newText + text.slice(at + oldText.length)
    : replaceLines(text, oldText, newText);
  // As every safe write: a new file, on the disk, in place of the old one.
  const descriptor = openSync(`${path}.new`, 'w');
  writeFileSync(descriptor, edited);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(`${path}.new`, path);
  return `-${oldText}\n+${newText}`;
}

/** Text alone, where it is the answer. */
const once = (text: string): object => ({ content: [{ type: 'text', text }] });

/** Text and structure, where the answer is a list. */
const twice = (text: string): object => ({
  content: [{ type: 'text', text }],
  structuredContent: { content: text },
});

serveMinimal<Arguments>({
  read_text_file: ({ path }) => once(readFileSync(path, 'utf8')),
  list_directory: ({ path }) =>
    twice(
      entriesOf(path)
        .map((entry) => `${entry.isDirectory() ? '[DIR]' : '[FILE]'} ${entry.name}`)
        .join('\n'),
    ),
  search_files: (args) => twice(searchNames(args)),
  search_file_contents: (args) => twice(searchContents(args)),
  read_multiple_files: ({ paths }) =>
    once(paths.map((path) => `${path}:\n${readFileSync(path, 'utf8')}\n`).join('\n---\n')),
  edit_file: (args) => once(edit(args)),
  directory_tree: ({ path }) => once(JSON.stringify(treeOf(path), undefined, 2)),
});
