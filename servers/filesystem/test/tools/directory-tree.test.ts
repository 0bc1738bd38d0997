import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parseTree } from '../parse-tree.ts';
import { caller, errorOf, serve, temporary } from '../setup.ts';

const treeOf = caller('directory_tree');

test('shows the tree as indented names', async () => {
  using outside = temporary({ 'secret.txt': '' });
  using dir = temporary({ 'a.txt': '', 'b/c.txt': '', 'd/': '', '.env': '' });
  dir.link(outside.path, 'link');
  const tree = ['a.txt', 'b/', '  c.txt', 'd/', 'link'];
  expect(await treeOf(serve([dir.path], { deny: ['.env'] }), { path: '.' })).toEqual({
    content: [{ type: 'text', text: tree.join('\n') }],
  });
});

test('applies exclude patterns, ignore files and limits', async () => {
  using dir = temporary({
    '.gitignore': 'out\n',
    'node_modules/x/y': '',
    'out/z': '',
    'src/deep/a': '',
    'src/b': '',
  });
  const names = async (args: { readonly [name: string]: unknown }) => {
    const { content } = await treeOf(dir.server, { path: '.', ...args });
    const texts = content.map(({ text = '' }) => text);
    const [tree, ...notes] = [
      ...texts.filter((text) => !text.startsWith('[')),
      ...texts.filter((text) => text.startsWith('[')),
    ];
    // The hint comes first.
    expect(texts.findIndex((text) => text.startsWith('[Cut'))).toBeLessThanOrEqual(0);
    const shown = parseTree(tree ?? '').map(({ name }) => name);
    return [shown.join(' '), ...notes];
  };
  const left = '[Left out 1 entry that git ignores; gitignore: false includes them.]';
  const cut = (shown: number, directories: string, limit: string) =>
    `[Cut after ${shown} entries: ${directories} more that are not shown (/ …; or path itself). ` +
    `Start deeper, exclude more, or raise ${limit}.]`;
  expect(await names({})).toEqual(['.gitignore node_modules src', left]);
  expect(await names({ gitignore: false })).toEqual(['.gitignore node_modules out src']);
  expect(await names({ excludePatterns: ['node_modules'] })).toEqual(['.gitignore src', left]);
  expect(await names({ maxDepth: 1, gitignore: false })).toEqual([
    '.gitignore node_modules out src',
    cut(4, '3 directories have', 'maxDepth'),
  ]);
  expect(await names({ limit: 2, gitignore: false })).toEqual([
    '.gitignore node_modules',
    cut(2, '2 directories have', 'limit'),
  ]);
});

test('refuses an empty pattern, because it would exclude everything', async () => {
  using dir = temporary({ 'a.txt': '' });
  const refused = errorOf(await treeOf(dir.server, { path: '.', excludePatterns: [''] }));
  expect(refused).toContain('A glob is empty.');
});

test('shows a thousand entries, or more on demand', async () => {
  using dir = temporary();
  for (let i = 0; i < 1500; i++) dir.write(`${i}`, '');
  const count = async (args: object) => {
    const { content } = await treeOf(dir.server, { path: '.', ...args });
    return parseTree(content.at(-1)?.text ?? '').length;
  };
  expect(await count({})).toBe(1000);
  expect(await count({ limit: 1200 })).toBe(1200);
});

test('truncates a tree that is too large, deepest levels first, and says so', async () => {
  const files = Array.from({ length: 200 }, (_, i) => [`sub/${i}.txt`, ''] as const);
  using dir = temporary({ ...Object.fromEntries(files), 'z.txt': '' });
  const { content } = await treeOf(serve([dir.path], { maxOutputBytes: 1000 }), { path: '.' });
  const [note, shown] = content;
  expect(shown?.text?.length).toBeLessThanOrEqual(1000);
  expect(parseTree(shown?.text ?? '')).toMatchObject([{ name: 'sub', truncated: true }, { name: 'z.txt' }]);
  expect(note?.text).toMatch(
    /^\[Cut after \d+ entries: 1 directory has more.*Start deeper or exclude more\.\]$/,
  );
});

test('names an unreadable directory and shows the rest', async () => {
  using dir = temporary({ 'a/b': '' });
  const name = 'x'.repeat(200);
  // Deeper than any path can be.
  execFileSync('sh', ['-c', 'for _ in $(seq 25); do mkdir "$0" && cd -P "$0"; done', name], {
    cwd: dir.path,
  });
  const { content } = await treeOf(dir.server, { path: '.' });
  execFileSync('rm', ['-rf', dir.at(name)]);
  const [json, note] = content;
  const tree = parseTree(json?.text ?? '');
  expect(tree.map((node) => node.name)).toEqual(['a', name]);
  expect(tree[0]?.children).toEqual([{ name: 'b', type: 'file' }]);
  expect(note?.text).toContain(`[Not everything could be read. ${dir.at(name)}`);
  expect(note?.text).toContain('is too long for the file system');
});
