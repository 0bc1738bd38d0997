// A patch of several files is applied as git applies it, or nothing is changed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { call, codeOf, serve, temporary, type CallResult } from '../setup.ts';

const textOf = ({ content }: CallResult): string => content.map((block) => block.text).join('\n');
const apply = (path: string, patch: string, args: object = {}): Promise<CallResult> =>
  call(serve([path]), 'apply_patch', { patch, ...args });

const contents = (root: string): { [path: string]: string } =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('/.git'))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'latin1')]),
  );

const write = (root: string, files: { readonly [path: string]: string }): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
};

test('edits, creates, deletes and renames what the patch of git says', { timeout: 120_000 }, async () => {
  const line = fc.constantFrom('a', 'b', '', '-- x', '++ y', ' z', 'long line of words');
  const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.map((one) => `${one}\n`).join(''));
  const files = fc.dictionary(fc.constantFrom('a.txt', 'b.txt', 'sub/c.txt', 'sub/d.txt'), text);
  await fc.assert(
    fc.asyncProperty(files, files, async (before, after) => {
      using repository = temporary();
      using dir = temporary();
      const git = (...args: readonly string[]): string =>
        execFileSync('git', args, { cwd: repository.path, encoding: 'utf8' });
      git('init', '--quiet');
      write(repository.path, before);
      git('add', '.');
      const tree = git('write-tree').trim();
      for (const path of Object.keys(before)) rmSync(repository.at(path));
      write(repository.path, after);
      git('add', '--all');
      const patch = git('diff', '--cached', '-M', tree);
      if (!patch.includes('@@')) return;
      write(dir.path, before);
      const result = await apply(dir.path, patch);
      expect(textOf(result)).toMatch(/^Patched /);
      expect(contents(dir.path)).toEqual(contents(repository.path));
    }),
    { numRuns: 8 },
  );
});

const TWO = `--- a.txt
+++ a.txt
@@ -1,9 +1,9 @@
 one
-two
+zwei

@@ -10,1 +10,1 @@
-ten
+zehn
--- b.txt
+++ b.txt
@@ -1 +1 @@
-x
+y
`;

test('wrong counts and moved places do no harm; encodings and line endings stay', async () => {
  using dir = temporary({
    'a.txt': Buffer.from('\uFEFF# moved\r\none\r\ntwo\r\n\r\nten\r\n'),
    'b.txt': Buffer.from('x\n'),
  });
  const result = await apply(dir.path, TWO);
  expect(textOf(result)).toBe(`Patched 2 files:\na.txt (+2 -2)\nb.txt (+1 -1)`);
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('\uFEFF# moved\r\none\r\nzwei\r\n\r\nzehn\r\n');
});

test('all files or none', async () => {
  using dir = temporary({ 'a.txt': 'one\ntwo\n\nten\n', 'b.txt': 'z\n' });
  const refused = await apply(dir.path, TWO);
  expect(codeOf(refused)).toBe('patch_does_not_fit');
  expect(textOf(refused)).toContain(
    'does not fit b.txt: its lines are not in the file. Nothing was changed.',
  );
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('one\ntwo\n\nten\n');
  writeFileSync(dir.at('b.txt'), 'x\n');
  expect(textOf(await apply(dir.path, TWO, { dryRun: true }))).toContain('Dry run: the patch fits.');
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('one\ntwo\n\nten\n');
  const taken = `${TWO}--- /dev/null\n+++ b.txt\n@@ -0,0 +1 @@\n+new\n`;
  expect(codeOf(await apply(dir.path, taken))).toBe('exists');
  expect(contents(dir.path)).toEqual({ 'a.txt': 'one\ntwo\n\nten\n', 'b.txt': 'x\n' });
});

test('nothing outside, and nothing that is no patch', async () => {
  using outside = temporary({ 'secret.txt': 'x\n' });
  using dir = temporary({ 'a.txt': 'x\n' });
  const change = '@@ -1 +1 @@\n-x\n+y\n';
  for (const path of [
    outside.at('secret.txt'),
    '../secret.txt',
    `../${outside.path.split('/').at(-1)}/secret.txt`,
  ])
    expect(codeOf(await apply(dir.path, `--- ${path}\n+++ ${path}\n${change}`))).toBe('access_denied');
  expect(readFileSync(outside.at('secret.txt'), 'utf8')).toBe('x\n');
  expect(codeOf(await apply(dir.path, 'hello'))).toBe('invalid_patch');
  expect(codeOf(await apply(dir.path, change))).toBe('invalid_patch');
  expect(codeOf(await apply(dir.path, 'Binary files a/x and b/x differ'))).toBe('invalid_patch');
  expect(codeOf(await apply(dir.path, `--- a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`))).toBeUndefined();
  expect(existsSync(dir.at('a.txt'))).toBe(false);
});
