// The minimal filesystem server: the raw operation in Node. No checks.
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { serveMinimal } from '../comparison/minimal-loop.ts';

interface Arguments {
  readonly path: string;
  readonly query: string;
  readonly edits: readonly { readonly oldText: string; readonly newText: string }[];
}

function searchContents({ path, query }: Arguments): string {
  const needle = Buffer.from(query);
  const found: string[] = [];
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = `${entry.parentPath}/${entry.name}`;
    const bytes = readFileSync(file);
    if (!bytes.includes(needle)) continue;
    for (const [index, line] of bytes.toString().split('\n').entries())
      if (line.includes(query)) found.push(`${file}:${index + 1}:${line}`);
  }
  return found.join('\n');
}

function edit({ path, edits: [change] }: Arguments): string {
  const { oldText = '', newText = '' } = change ?? {};
  const edited = readFileSync(path, 'utf8').replace(oldText, () => newText);
  // Like every safe write: a new file, synced to disk, replaces the old one.
  const descriptor = openSync(`${path}.new`, 'w');
  writeFileSync(descriptor, edited);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(`${path}.new`, path);
  return `-${oldText}\n+${newText}`;
}

const toContent = (text: string): object => ({ content: [{ type: 'text', text }] });

serveMinimal<Arguments>({
  read_text_file: ({ path }) => toContent(readFileSync(path, 'utf8')),
  // Twice, as text and as structured content, because the answer is a list.
  search_file_contents: (args) => {
    const content = searchContents(args);
    return { ...toContent(content), structuredContent: { content } };
  },
  edit_file: (args) => toContent(edit(args)),
});
