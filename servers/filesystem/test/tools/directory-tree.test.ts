import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { serve, temporary } from '../setup.ts';

const treeOf = async (server: ReturnType<typeof serve>, args: { readonly [name: string]: unknown }) => {
  await using client = await connect(server, { revision: '2025-11-25' });
  return await client.request('tools/call', { name: 'directory_tree', arguments: args });
};

test('the tree as JSON, and as structure', async () => {
  using outside = temporary({ 'secret.txt': '' });
  using dir = temporary({ 'a.txt': '', 'b/c.txt': '', 'd/': '', '.env': '' });
  symlinkSync(outside.path, dir.at('link'));
  const tree = [
    { name: 'a.txt', type: 'file' },
    { name: 'b', type: 'directory', children: [{ name: 'c.txt', type: 'file' }] },
    { name: 'd', type: 'directory', children: [] },
    { name: 'link', type: 'file' },
  ];
  const content = JSON.stringify(tree, undefined, 2);
  expect(await treeOf(serve([dir.path], { deny: ['.env'] }), { path: '.' })).toEqual({
    content: [{ type: 'text', text: content }],
    structuredContent: { content, path: dir.path, tree, scanned: 5, errors: [], truncated: false },
  });
});

test('exclude patterns, ignore files and limits', async () => {
  using dir = temporary({
    '.gitignore': 'out\n',
    'node_modules/x/y': '',
    'out/z': '',
    'src/deep/a': '',
    'src/b': '',
  });
  const server = serve([dir.path]);
  const names = async (args: { readonly [name: string]: unknown }) => {
    const { structuredContent } = await treeOf(server, { path: '.', ...args });
    const { tree, truncated } = structuredContent as { tree: { name: string }[]; truncated: boolean };
    return [tree.map(({ name }) => name), truncated];
  };
  expect(await names({})).toEqual([['.gitignore', 'node_modules', 'out', 'src'], false]);
  expect(await names({ excludePatterns: ['node_modules'], gitignore: true })).toEqual([
    ['.gitignore', 'src'],
    false,
  ]);
  expect(await names({ maxDepth: 1 })).toEqual([['.gitignore', 'node_modules', 'out', 'src'], true]);
  const cut = await treeOf(server, { path: '.', maxDepth: 1 });
  expect((cut['content'] as { text: string }[])[1]?.text).toBe(
    '[Cut after 4 entries, or below depth 1, where children stay empty. Start deeper, or exclude more.]',
  );
  expect(await names({ maxEntries: 2 })).toEqual([['.gitignore', 'node_modules'], true]);
});

test('a tree that is too large is cut, the deepest levels first, and says so', async () => {
  const files = Array.from({ length: 50 }, (_, i) => [`sub/${i}.txt`, ''] as const);
  using dir = temporary({ ...Object.fromEntries(files), 'z.txt': '' });
  const { content, structuredContent } = await treeOf(serve([dir.path], { maxOutputBytes: 1000 }), {
    path: '.',
  });
  const [shown, note] = content as { text: string }[];
  expect(Buffer.byteLength(shown?.text ?? '')).toBeLessThanOrEqual(1000);
  expect(JSON.parse(shown?.text ?? '')).toMatchObject([{ name: 'sub' }, { name: 'z.txt' }]);
  expect(note?.text).toMatch(/^\[Cut after \d+ entries/);
  expect(structuredContent).toMatchObject({ truncated: true });
});

test('a directory that cannot be read is named, the rest is there', async () => {
  using dir = temporary({ 'a/b': '' });
  const name = 'x'.repeat(200);
  // Deeper than any path may be long.
  const deep =
    'for (let i = 0; i < 25; i++) { fs.mkdirSync(process.argv[1]); process.chdir(process.argv[1]); }';
  execFileSync(process.execPath, ['-e', deep, name], { cwd: dir.path });
  const { content, structuredContent } = await treeOf(serve([dir.path]), { path: '.' });
  execFileSync('rm', ['-rf', dir.at(name)]);
  const { tree, errors } = structuredContent as {
    tree: { name: string; children?: unknown }[];
    errors: string[];
  };
  expect(tree.map((node) => node.name)).toEqual(['a', name]);
  expect(tree[0]?.children).toEqual([{ name: 'b', type: 'file' }]);
  expect(errors).toEqual([expect.stringMatching(/is too long for the file system/)]);
  expect(errors[0]?.startsWith(dir.at(name))).toBe(true);
  expect((content as { text: string }[])[1]?.text).toBe(`[${errors[0]}]`);
});
