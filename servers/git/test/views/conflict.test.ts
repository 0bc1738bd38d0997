// The calls of the git_status page in which a person resolves conflicts.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ask, call, open, textsOf } from '../setup.ts';
import { LINES, mergeFile, resolve, show, stoppedAt, toText } from '../tools/stopped-merge.ts';

const with2 = (first: string, last: string): string[] => LINES.with(4, first).with(24, last);

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test('shows the regions, and replaces each with what is chosen', async () => {
    using dir = stoppedAt(toText(LINES), [
      toText(with2('ours 5', 'ours 25')),
      toText(with2('theirs 5', 'theirs 25')),
    ]);
    await using client = await open(dir.path, {}, { revision });
    const { _meta: meta } = await call(client, 'git_conflicts', { path: 'a.txt' });
    expect(meta).toEqual(
      expect.objectContaining({ leads: ['line 2\nline 3\nline 4\n', 'line 22\nline 23\nline 24\n'] }),
    );
    const { stamp } = await show(client);
    const answer = await resolve(client, { stamp, regions: [{ take: 'theirs' }, { take: 'union' }] });
    expect(textsOf(answer)[0]).toMatch(/^Resolved and staged a\.txt\n/);
    const expected = toText(LINES.with(4, 'theirs 5').toSpliced(24, 1, 'ours 25', 'theirs 25'));
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe(expected);
    expect(dir.git('show', ':a.txt')).toBe(expected);
    expect(dir.git('ls-files', '--unmerged')).toBe('');
  });
});

test('a file that changed since it was shown is refused, and unchanged', async () => {
  using dir = stoppedAt('one\n', ['two\n', 'three\n']);
  await using client = await open(dir.path);
  const { stamp } = await show(client);
  const before = dir.git('ls-files', '--stage');
  dir.write({ 'a.txt': `${readFileSync(dir.at('a.txt'), 'utf8')}more\n` });
  const content = readFileSync(dir.at('a.txt'), 'utf8');
  for (const args of [{ regions: [{ take: 'ours' }] }, { take: 'theirs' }, { content: 'x' }]) {
    const answer = await resolve(client, { stamp, ...args });
    expect(textsOf(answer)).toEqual([
      'a.txt has changed since its conflict was shown. Nothing was resolved. Look at it again.',
    ]);
  }
  expect([readFileSync(dir.at('a.txt'), 'utf8'), dir.git('ls-files', '--stage')]).toEqual([content, before]);
});

test('a binary file has no regions, and its stamp changes with its bytes', async () => {
  using dir = stoppedAt(new Uint8Array([0, 1]), [new Uint8Array([0, 2]), new Uint8Array([0, 3])]);
  await using client = await open(dir.path);
  const { type, regions, stamp } = await show(client);
  expect([type, regions]).toEqual(['binary', undefined]);
  dir.write({ 'a.txt': new Uint8Array([0, 4]) });
  expect((await resolve(client, { stamp, take: 'theirs' })).isError).toBe(true);
  expect([...readFileSync(dir.at('a.txt'))]).toEqual([0, 4]);
  const seen = await show(client);
  expect((await resolve(client, { stamp: seen.stamp, take: 'theirs' })).isError).toBeUndefined();
  expect([...readFileSync(dir.at('a.txt'))]).toEqual([0, 3]);
});

test.each([
  ['deleted by us', [undefined, 'theirs\n']],
  ['deleted by them', ['ours\n', undefined]],
] as const)('%s: git_add accepts the file as it is now', async (kind, versions) => {
  using dir = stoppedAt('base\n', versions);
  await using client = await open(dir.path);
  expect(await show(client)).toMatchObject({ kind });
  expect((await call(client, 'git_add', { files: ['a.txt'] })).isError).toBeUndefined();
  expect([existsSync(dir.at('a.txt')), dir.git('ls-files', '--unmerged')]).toEqual([true, '']);
});

test('an underlined title is not mistaken for the middle of a conflict', async () => {
  for (const style of ['merge', 'diff3']) {
    using dir = stoppedAt(
      'Install\n=======\n\ntext\n',
      ['Install\n=======\n\nours\n=======\n', 'Example\n=======\n\ntheirs\n'],
      { 'merge.conflictStyle': style },
    );
    await using client = await open(dir.path);
    const { regions, stamp } = await show(client);
    expect(regions.length).toBeGreaterThan(0);
    const expected = mergeFile(dir, '--ours');
    await resolve(client, { stamp, regions: regions.map(() => ({ take: 'ours' })) });
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe(expected);
  }
});

test('a file whose lines look like markers has no regions', async () => {
  for (const line of ['<<<<<<< HEAD', '>>>>>>> topic', '||||||| base']) {
    using dir = stoppedAt(`${line}\none\n`, [`${line}\ntwo\n`, `${line}\nthree\n`]);
    await using client = await open(dir.path);
    expect(await show(client)).toEqual(expect.not.objectContaining({ regions: expect.anything() }));
  }
});

test('a file that is not in conflict is refused', async () => {
  using dir = stoppedAt('one\n', ['two\n', 'three\n']);
  for (const args of [{}, { take: 'ours' }])
    expect(textsOf(await ask(dir, 'git_conflicts', { path: 'always.txt', ...args }))).toEqual([
      'always.txt is not a file in conflict. Call git_conflicts without path: it lists them.',
    ]);
});
