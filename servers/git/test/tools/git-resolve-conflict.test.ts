// git_browse_conflict and git_resolve_conflict: how a person resolves conflicts in the page beside git_status.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ask, open, repository, textsOf } from '../setup.ts';
import { browse, LINES, mergeFile, resolve, stoppedAt, toText } from './stopped-merge.ts';

const with2 = (first: string, last: string): string[] => LINES.with(4, first).with(24, last);

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test('places are shown, and each becomes what is chosen', async () => {
    using dir = stoppedAt(toText(LINES), [
      toText(with2('ours 5', 'ours 25')),
      toText(with2('theirs 5', 'theirs 25')),
    ]);
    await using client = await open(dir.path, {}, { revision });
    const { stamp, kind, type, sides, places } = await browse(client);
    expect({ kind, type, sides }).toEqual({ kind: 'both modified', type: 'text', sides: ['ours', 'theirs'] });
    expect(places[0]).toEqual({
      lead: 'line 2\nline 3\nline 4\n',
      startLine: 5,
      ours: 'ours 5\n',
      base: 'line 5\n',
      theirs: 'theirs 5\n',
      cut: false,
    });
    const answer = await resolve(client, { stamp, places: ['theirs', 'both'] });
    expect(textsOf(answer)).toEqual(['Resolved and staged a.txt']);
    const expected = toText(LINES.with(4, 'theirs 5').toSpliced(24, 1, 'ours 25', 'theirs 25'));
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe(expected);
    expect(dir.git('show', ':a.txt')).toBe(expected);
    expect(dir.git('ls-files', '--unmerged')).toBe('');
  });
});

test('what changed since it was shown is refused, and stays as it is', async () => {
  using dir = stoppedAt('one\n', ['two\n', 'three\n']);
  await using client = await open(dir.path);
  const { stamp } = await browse(client);
  const before = dir.git('ls-files', '--stage');
  dir.write({ 'a.txt': `${readFileSync(dir.at('a.txt'), 'utf8')}more\n` });
  const content = readFileSync(dir.at('a.txt'), 'utf8');
  for (const args of [{ places: ['ours'] }, { file: 'theirs' }, { file: 'current' }]) {
    const answer = await resolve(client, { stamp, ...args });
    expect(textsOf(answer)).toEqual([
      'a.txt has changed since its conflict was shown. Nothing was resolved. Look at it again.',
    ]);
  }
  const seen = await browse(client);
  expect((await resolve(client, { stamp: seen.stamp, places: ['ours', 'ours'] })).isError).toBe(true);
  expect((await resolve(client, { stamp: seen.stamp })).isError).toBe(true);
  expect([readFileSync(dir.at('a.txt'), 'utf8'), dir.git('ls-files', '--stage')]).toEqual([content, before]);
});

test.each([
  ['deleted by us', [undefined, 'theirs\n'], ['theirs']],
  ['deleted by them', ['ours\n', undefined], ['ours']],
] as const)('%s: the file is kept or deleted', async (kind, versions, sides) => {
  for (const file of ['ours', 'theirs', 'current'] as const) {
    using dir = stoppedAt('base\n', versions);
    await using client = await open(dir.path);
    const shown = await browse(client);
    expect(shown).toMatchObject({ kind, sides, places: [] });
    expect((await resolve(client, { stamp: shown.stamp, file })).isError).toBeUndefined();
    const isKept = file === 'current' || sides.some((side) => side === file);
    expect([existsSync(dir.at('a.txt')), dir.git('ls-files', '--unmerged')]).toEqual([isKept, '']);
    expect(dir.git('ls-files', 'a.txt')).toBe(isKept ? 'a.txt\n' : '');
  }
});

test('a binary file has no places: a whole side is taken', async () => {
  using dir = stoppedAt(new Uint8Array([0, 1]), [new Uint8Array([0, 2]), new Uint8Array([0, 3])]);
  await using client = await open(dir.path);
  const { type, places, stamp } = await browse(client);
  expect([type, places]).toEqual(['binary', []]);
  expect((await resolve(client, { stamp, file: 'current' })).isError).toBe(true);
  await resolve(client, { stamp, file: 'theirs' });
  expect([...readFileSync(dir.at('a.txt'))]).toEqual([0, 3]);
});

test('an underlined title is not the middle of a conflict', async () => {
  for (const style of ['merge', 'diff3']) {
    using dir = stoppedAt(
      'Install\n=======\n\ntext\n',
      ['Install\n=======\n\nours\n=======\n', 'Example\n=======\n\ntheirs\n'],
      { 'merge.conflictStyle': style },
    );
    await using client = await open(dir.path);
    const { places, stamp } = await browse(client);
    expect(places.length).toBeGreaterThan(0);
    const expected = mergeFile(dir, '--ours');
    await resolve(client, { stamp, places: places.map(() => 'ours') });
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe(expected);
  }
});

test('where lines of the text look like markers there are no places', async () => {
  for (const line of ['<<<<<<< HEAD', '>>>>>>> topic', '||||||| base']) {
    using dir = stoppedAt(`${line}\none\n`, [`${line}\ntwo\n`, `${line}\nthree\n`]);
    await using client = await open(dir.path);
    expect(await browse(client)).toMatchObject({ type: 'text', places: [] });
  }
});

test('a file that is not in conflict is refused', async () => {
  using dir = repository();
  for (const tool of ['git_browse_conflict', 'git_resolve_conflict'])
    expect(
      textsOf(
        await ask(dir, tool, {
          path: 'a.txt',
          ...(tool.includes('resolve') ? { stamp: 'x', file: 'ours' } : {}),
        }),
      ),
    ).toEqual(['a.txt is not a file in conflict. Nothing was changed. Look at the status again.']);
});

test('with --confirm the user is asked', async () => {
  using dir = stoppedAt('one\n', ['two\n', 'three\n']);
  const answer = await ask(
    dir,
    'git_resolve_conflict',
    { path: 'a.txt', stamp: 'x', file: 'ours' },
    { confirm: 'destructive' },
  );
  expect(textsOf(answer)[0]).toMatch(
    /^Not done: Resolve the conflict in "a\.txt" and overwrite what is in the file/,
  );
});
