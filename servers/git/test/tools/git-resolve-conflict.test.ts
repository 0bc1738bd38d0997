// git_browse_conflict and git_resolve_conflict: how a person resolves conflicts in the page beside git_status.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { ask, call, repository, serve, textsOf, type Temporary } from '../setup.ts';

interface Browsed {
  readonly stamp: string;
  readonly kind: string;
  readonly type: string;
  readonly sides: readonly string[];
  readonly places: readonly {
    readonly lead: string;
    readonly startLine: number;
    readonly ours: string;
    readonly base?: string;
    readonly theirs: string;
    readonly cut: boolean;
  }[];
  readonly writable: boolean;
}

type Content = string | Uint8Array | undefined;

/** A merge that stopped: a.txt in three versions. A side without it has deleted it. */
const stopped = (
  base: Content,
  [ours, theirs]: readonly [Content, Content],
  config: Record<string, string> = {},
): Temporary => {
  const dir = repository({ 'other.txt': 'other\n', ...(base === undefined ? {} : { 'a.txt': base }) });
  const commit = (content: Content): void => {
    if (content === undefined) dir.git('rm', '--quiet', 'a.txt');
    else dir.write({ 'a.txt': content });
    dir.commit('a version');
  };
  for (const [key, value] of Object.entries(config)) dir.git('config', key, value);
  dir.git('checkout', '--quiet', '-b', 'topic');
  commit(theirs);
  dir.git('checkout', '--quiet', 'main');
  commit(ours);
  expect(() => dir.git('merge', '--quiet', '--no-edit', 'topic')).toThrow('Command failed');
  return dir;
};

const browse = async (client: TestClient): Promise<Browsed> =>
  (await call(client, 'git_browse_conflict', { path: 'a.txt' })).structuredContent as unknown as Browsed;

const resolve = (client: TestClient, args: object) =>
  call(client, 'git_resolve_conflict', { path: 'a.txt', ...args });

/** What git itself makes of the three versions. */
const mergeFile = (dir: Temporary, ...options: string[]): string => {
  dir.write({
    ours: dir.git('show', ':2:a.txt'),
    base: dir.git('show', ':1:a.txt'),
    theirs: dir.git('show', ':3:a.txt'),
  });
  return execFileSync('git', ['merge-file', '-p', '-q', ...options, 'ours', 'base', 'theirs'], {
    cwd: dir.path,
    encoding: 'utf8',
  });
};

const LINES = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
const toText = (lines: readonly string[], end = '\n'): string =>
  lines.map((line) => `${line}${end}`).join('');
const with2 = (first: string, last: string): string[] => LINES.with(4, first).with(24, last);

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test('places are shown, and each becomes what is chosen', async () => {
    using dir = stopped(toText(LINES), [
      toText(with2('ours 5', 'ours 25')),
      toText(with2('theirs 5', 'theirs 25')),
    ]);
    await using client = await connect(serve([dir.path]), { revision });
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
  using dir = stopped('one\n', ['two\n', 'three\n']);
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
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
    using dir = stopped('base\n', versions);
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const shown = await browse(client);
    expect(shown).toMatchObject({ kind, sides, places: [] });
    expect((await resolve(client, { stamp: shown.stamp, file })).isError).toBeUndefined();
    const isKept = file === 'current' || sides.some((side) => side === file);
    expect([existsSync(dir.at('a.txt')), dir.git('ls-files', '--unmerged')]).toEqual([isKept, '']);
    expect(dir.git('ls-files', 'a.txt')).toBe(isKept ? 'a.txt\n' : '');
  }
});

test('a binary file has no places: a whole side is taken', async () => {
  using dir = stopped(new Uint8Array([0, 1]), [new Uint8Array([0, 2]), new Uint8Array([0, 3])]);
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const { type, places, stamp } = await browse(client);
  expect([type, places]).toEqual(['binary', []]);
  expect((await resolve(client, { stamp, file: 'current' })).isError).toBe(true);
  await resolve(client, { stamp, file: 'theirs' });
  expect([...readFileSync(dir.at('a.txt'))]).toEqual([0, 3]);
});

test('an underlined title is not the middle of a conflict', async () => {
  for (const style of ['merge', 'diff3']) {
    using dir = stopped(
      'Install\n=======\n\ntext\n',
      ['Install\n=======\n\nours\n=======\n', 'Example\n=======\n\ntheirs\n'],
      { 'merge.conflictStyle': style },
    );
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const { places, stamp } = await browse(client);
    expect(places.length).toBeGreaterThan(0);
    const expected = mergeFile(dir, '--ours');
    await resolve(client, { stamp, places: places.map(() => 'ours') });
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe(expected);
  }
});

test('where lines of the text look like markers there are no places', async () => {
  for (const line of ['<<<<<<< HEAD', '>>>>>>> topic', '||||||| base']) {
    using dir = stopped(`${line}\none\n`, [`${line}\ntwo\n`, `${line}\nthree\n`]);
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
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
  using dir = stopped('one\n', ['two\n', 'three\n']);
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

/** Numbers below a limit, the same for the same seed. */
const numbers = (seed: number) => {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
};

const STYLES = ['merge', 'diff3', 'zdiff3'] as const;
const RUNS = Number(process.env['PROOF_RUNS'] ?? 12);

test('one side in every place is what `git merge-file` makes of it', async () => {
  let places = 0;
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const next = numbers(seed);
    const end = seed % 4 === 0 ? '\r\n' : '\n';
    const change = (name: string): string[] =>
      LINES.flatMap((line) => {
        const kind = next(9);
        if (kind === 0) return [];
        // Both sides change some lines alike.
        if (kind === 1) return [line, `new ${next(3)}`];
        return [kind === 2 ? `${name} ${next(2)}` : line];
      });
    const text = (lines: readonly string[]): string => (next(4) === 0 ? lines.join(end) : toText(lines, end));
    const style = STYLES[seed % 3] ?? 'merge';
    const versions = [text(change('ours')), text(change('theirs'))] as const;
    using dir = stopped(text(LINES), versions, { 'merge.conflictStyle': style });
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const shown = await browse(client);
    places += shown.places.length;
    const marks = readFileSync(dir.at('a.txt'), 'utf8').match(/^<{7} /gm)?.length;
    expect({ seed, places: shown.places.length }).toEqual({ seed, places: marks });
    const side = (['ours', 'theirs', 'both'] as const)[next(3)] ?? 'ours';
    const expected = mergeFile(
      dir,
      ...(style === 'merge' ? [] : [`--${style}`]),
      `--${side === 'both' ? 'union' : side}`,
    );
    const answer = await resolve(client, { stamp: shown.stamp, places: shown.places.map(() => side) });
    expect({ seed, isError: answer.isError }).toEqual({ seed, isError: undefined });
    const resolved = readFileSync(dir.at('a.txt'), 'utf8');
    expect({ seed, style, side, resolved }).toEqual({ seed, style, side, resolved: expected });
    expect(dir.git('show', ':a.txt')).toBe(expected);
  }
  console.log('places resolved:', places);
  expect(places).toBeGreaterThan(RUNS);
}, 300_000);
