// Accurate answers: of a dry run, of a write with many files, of an undo that the reflog does not record.
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { stopped } from '../attacks/conflict.ts';
import { ask, call, repository, serve, temporary, textsOf } from '../setup.ts';

test('a dry run of git_fetch removes no symbolic ref', async () => {
  using nest = temporary();
  nest.git('init', '--quiet', 'origin');
  nest.git('-C', 'origin', 'commit', '--quiet', '--allow-empty', '--message', 'first');
  nest.git('clone', '--quiet', 'origin', 'R');
  nest.git('-C', 'R', 'tag', 'v1');
  nest.git('-C', 'R', 'symbolic-ref', 'refs/tags/latest', 'refs/tags/v1');
  await using client = await connect(serve([nest.path], { toolsets: ['inspect', 'remote'] }));
  const answer = await call(client, 'git_fetch', { repo_path: nest.at('R'), dry_run: true });
  expect(answer.isError).toBeUndefined();
  expect(nest.git('-C', 'R', 'symbolic-ref', 'refs/tags/latest')).toBe('refs/tags/v1\n');
});

test('git_undo refuses if commits were made without a reflog', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  dir.commit('B');
  const log = readFileSync(dir.at('.git/logs/refs/heads/main'));
  const head = readFileSync(dir.at('.git/logs/HEAD'));
  for (const name of ['C', 'D', 'E']) dir.commit(name);
  writeFileSync(dir.at('.git/logs/refs/heads/main'), log);
  writeFileSync(dir.at('.git/logs/HEAD'), head);
  const tip = dir.git('rev-parse', 'HEAD');
  const answer = await ask(dir, 'git_undo', {});
  expect(textsOf(answer)[0]).toMatch(/^The reflog does not know the last change of main/);
  expect(dir.git('rev-parse', 'HEAD')).toBe(tip);
});

test('12,000 files are staged and restored, and the answer names some and counts the rest', async () => {
  using dir = repository();
  for (let index = 0; index < 12_000; index++) writeFileSync(dir.at(`file-${index}-${'x'.repeat(40)}`), '');
  const added = await ask(dir, 'git_add', { files: ['.'] });
  expect(added.isError).toBeUndefined();
  expect(added.structuredContent).toEqual({ staged: expect.any(Array), more: 11_500 });
  expect(textsOf(added)[0]).toMatch(/\nand 11500 more files$/);
  expect(dir.git('diff', '--cached', '--name-only').split('\n')).toHaveLength(12_001);
  const reset = await ask(dir, 'git_reset', {});
  expect(reset.structuredContent).toMatchObject({ more: 11_500 });
});

test('a name with a line break is not reported as two files', async () => {
  using dir = repository({ 'a.txt': 'one\n', 'important.txt': 'one\n' });
  dir.write({ "y'\nremove 'important.txt": 'x\n' });
  const answer = await ask(dir, 'git_add', { files: ['.'], dry_run: true });
  expect(answer.structuredContent).toEqual({ dry_run: true });
});

test('invisible characters do not appear in answers of git_undo and git_reset', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  dir.commit('evil \u202Egnp.exe \u001B[31m\u{E0041}');
  for (const [tool, args] of [
    ['git_reset', { revision: 'HEAD~1', dry_run: true }],
    ['git_undo', { dry_run: true }],
  ] as const) {
    const answer = await ask(dir, tool, args);
    expect(JSON.stringify([answer.structuredContent, textsOf(answer)])).not.toMatch(
      /[\u202E\u{E0041}]|\\u001b/u,
    );
    expect(textsOf(answer).join('\n')).toContain('evil');
  }
});

test('taking a side keeps the changes of the other side elsewhere, whatever the size of the markers', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const text = (changes: { readonly [line: number]: string }): string =>
    `${lines.map((line, index) => changes[index] ?? line).join('\n')}\n`;
  using dir = stopped(text({}), [text({ 2: 'ours' }), text({ 2: 'theirs', 25: 'theirs too' })], {
    '.gitattributes': '*.txt conflict-marker-size=32\n',
  });
  const answer = await ask(dir, 'git_conflicts', { path: 'a.txt', take: 'ours' });
  expect(answer.isError).toBeUndefined();
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe(text({ 2: 'ours', 25: 'theirs too' }));
});
