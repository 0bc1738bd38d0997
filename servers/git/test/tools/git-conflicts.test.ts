import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  ask,
  call,
  open,
  repository,
  temporary,
  textOf,
  textsOf,
  type Files,
  type Temporary,
} from '../setup.ts';
import { mergeFile, stopped } from './stopped-merge.ts';

afterEach(() => vi.unstubAllEnvs());

const lines = (count: number, changed: { readonly [line: number]: string } = {}): string =>
  Array.from({ length: count }, (_, index) => `${changed[index + 1] ?? index + 1}\n`).join('');

const twoRegions = (): Temporary =>
  stopped(
    { 'a.txt': lines(30) },
    { 'a.txt': lines(30, { 3: 'ours 3', 20: 'ours 20' }) },
    { 'a.txt': lines(30, { 1: 'theirs 1', 3: 'theirs 3', 20: 'theirs 20' }) },
  );

const unmerged = (dir: Temporary): string => dir.git('ls-files', '--unmerged');

const REGIONS = [
  { number: 1, start_line: 3, end_line: 7, base: '3\n', ours: 'ours 3\n', theirs: 'theirs 3\n' },
  { number: 2, start_line: 24, end_line: 28, base: '20\n', ours: 'ours 20\n', theirs: 'theirs 20\n' },
];

const NEXT =
  'A merge is in progress. Resolve the conflicts with git_conflicts, or edit the files and git_add them; then git_merge with continue: true continues ' +
  'it, with abort: true gives it up.';

describe.each(['2025-03-26', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test('returns base, ours and theirs of each region, then resolves the file and continues', async () => {
    using dir = twoRegions();
    await using client = await open(dir.path, {}, { revision });
    const isOld = revision === '2025-03-26';
    const shown = await call(client, 'git_conflicts');
    expect(textsOf(shown)[0]).toBe(
      [
        'a.txt: both modified; ours is HEAD, theirs is topic',
        'region 1, lines 3-7',
        '<<<<<<< ours\nours 3\n||||||| base\n3\n=======\ntheirs 3\n>>>>>>> theirs',
        'region 2, lines 24-28',
        '<<<<<<< ours\nours 20\n||||||| base\n20\n=======\ntheirs 20\n>>>>>>> theirs',
        NEXT,
      ].join('\n'),
    );
    const file = {
      path: 'a.txt',
      kind: 'both modified',
      type: 'text',
      ours_name: 'HEAD',
      theirs_name: 'topic',
      stamp: expect.stringMatching(/^[0-9a-f]{12}$/),
    };
    expect(shown.structuredContent).toEqual(
      isOld ? undefined : { conflicts: [{ ...file, regions: REGIONS }], next: [NEXT] },
    );
    const regions = [{ take: 'theirs' }, { content: 'both 20' }];
    const resolved = await call(client, 'git_conflicts', { path: 'a.txt', regions });
    const next =
      'A merge is in progress without conflicts. git_merge with continue: true continues it, with abort: true gives it up.';
    expect(textsOf(resolved)).toEqual([`Resolved and staged a.txt\n${next}`]);
    expect(resolved.structuredContent).toEqual(isOld ? undefined : { resolved: 'a.txt', next: [next] });
    const merged = lines(30, { 1: 'theirs 1', 3: 'theirs 3', 20: 'both 20' });
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe(merged);
    expect(dir.git('status', '--short')).toBe('M  a.txt\n');
    expect((await call(client, 'git_merge', { continue: true })).isError).not.toBe(true);
    expect(dir.git('show', 'HEAD:a.txt')).toBe(merged);
  });
});

test.each([
  ['ours', { 1: 'theirs 1', 3: 'ours 3', 20: 'ours 20' }],
  ['theirs', { 1: 'theirs 1', 3: 'theirs 3', 20: 'theirs 20' }],
  ['union', { 1: 'theirs 1', 3: 'ours 3\ntheirs 3', 20: 'ours 20\ntheirs 20' }],
])('take: %s keeps the parts merged without conflicts', async (take, changed) => {
  using dir = twoRegions();
  expect((await ask(dir, 'git_conflicts', { path: 'a.txt', take })).isError).not.toBe(true);
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe(lines(30, changed));
  expect(dir.git('status', '--short').trim()).toBe('M  a.txt');
});

test('content replaces the whole file', async () => {
  using dir = twoRegions();
  expect((await ask(dir, 'git_conflicts', { path: 'a.txt', content: 'all new\n' })).isError).not.toBe(true);
  expect(dir.git('show', ':a.txt')).toBe('all new\n');
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('all new\n');
});

test.each([
  ['content', { content: 'all new\n' }],
  ['take', { take: 'ours' }],
])('the %s that resolves a file with a filter goes through the filter', async (_, how) => {
  using home = temporary();
  const filter = '\tclean = sed s/^/pointer-to-/\n\tsmudge = sed s/^pointer-to-//\n';
  home.write({ '.gitconfig': `[filter "pointer"]\n${filter}` });
  vi.stubEnv('HOME', home.path);
  using dir = twoRegions();
  dir.write({ '.gitattributes': '*.txt filter=pointer\n' });
  expect((await ask(dir, 'git_conflicts', { path: 'a.txt', ...how })).isError).not.toBe(true);
  const staged = dir.git('show', ':a.txt').trimEnd().split('\n');
  expect(staged.filter((line) => !line.startsWith('pointer-to-'))).toEqual([]);
  expect(readFileSync(dir.at('a.txt'), 'utf8')).not.toContain('pointer-to-');
});

test('changes of the user outside the regions are preserved', async () => {
  using dir = twoRegions();
  const before = readFileSync(dir.at('a.txt'), 'utf8').replace('\n12\n', '\nmine\n');
  dir.write({ 'a.txt': before });
  expect((await ask(dir, 'git_conflicts', { path: 'a.txt', take: 'ours' })).isError).not.toBe(true);
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe(
    lines(30, { 1: 'theirs 1', 3: 'ours 3', 12: 'mine', 20: 'ours 20' }),
  );
});

interface Sides {
  readonly base: Files;
  readonly ours: Files;
  readonly theirs: Files;
  readonly type?: string;
}

const ofText = (base: string, ours: string, theirs: string): Sides => {
  const toFiles = (text: string): Files => (text === '' ? {} : { 'a.txt': text });
  return { base: toFiles(base), ours: toFiles(ours), theirs: toFiles(theirs) };
};

const binary = (byte: number): Files => ({ 'a.txt': new Uint8Array([0, byte]) });

test.each<[string, Sides]>([
  ['both added', ofText('', 'a\n', 'b\n')],
  ['deleted by us', ofText('1\n', '', '2\n')],
  ['deleted by them', ofText('1\n', '2\n', '')],
  ['both modified', { base: binary(1), ours: binary(2), theirs: binary(3), type: 'binary' }],
])('%s is reported, and either side can be taken', async (kind, { base, ours, theirs, type = 'text' }) => {
  for (const [take, files] of [
    ['ours', ours],
    ['theirs', theirs],
  ] as const) {
    using dir = stopped(base, ours, theirs);
    const shown = await ask(dir, 'git_conflicts');
    expect(shown.structuredContent?.['conflicts']).toMatchObject([{ path: 'a.txt', kind, type }]);
    expect((await ask(dir, 'git_conflicts', { path: 'a.txt', take })).isError).not.toBe(true);
    expect(unmerged(dir)).toBe('');
    const there = existsSync(dir.at('a.txt')) ? readFileSync(dir.at('a.txt')) : undefined;
    expect(there).toEqual(files['a.txt'] === undefined ? undefined : Buffer.from(files['a.txt']));
    expect(dir.git('diff')).toBe('');
  }
});

test('links and submodules are resolved as a whole, and nothing is written through a link', async () => {
  using dir = stopped(
    { 'x.txt': '1\n' },
    { 'x.txt': '1\n', 'a.txt': '1\n' },
    { 'x.txt': '1\n', 'a.txt': '2\n' },
  );
  const id = dir.git('rev-parse', 'HEAD').trim();
  const blob = dir.git('rev-parse', ':2:a.txt').trim();
  const stage = (mode: string, hash: string, number: number, name: string): string =>
    `${mode} ${hash} ${number}\t${name}`;
  const input = [1, 2, 3].flatMap((number) => [
    stage('160000', id, number, 'sub'),
    stage('120000', blob, number, 'link'),
  ]);
  execFileSync('git', ['update-index', '--index-info'], { cwd: dir.path, input: `${input.join('\n')}\n` });
  const shown = await ask(dir, 'git_conflicts');
  expect(shown.structuredContent?.['conflicts']).toMatchObject([
    { path: 'a.txt', type: 'text' },
    { path: 'link', type: 'symlink' },
    { path: 'sub', type: 'submodule' },
  ]);
  expect(textsOf(await ask(dir, 'git_conflicts', { path: 'link', content: 'x\n' }))).toEqual([
    'link is not a text. Give take: "ours" or "theirs".',
  ]);
  for (const path of ['link', 'sub'])
    expect((await ask(dir, 'git_conflicts', { path, take: 'theirs' })).isError).not.toBe(true);
  expect(dir.git('ls-files', '--stage', 'link', 'sub')).toBe(`120000 ${blob} 0\tlink\n160000 ${id} 0\tsub\n`);
});

test('a folder that became a link is neither read nor written through', async () => {
  using dir = stopped({ 'd/a.txt': '1\n' }, { 'd/a.txt': '2\n' }, { 'd/a.txt': '3\n' });
  using outside = temporary();
  outside.write({ 'a.txt': '<<<<<<< HEAD\nsecret\n=======\nother\n>>>>>>> topic\n' });
  rmSync(dir.at('d'), { recursive: true });
  symlinkSync(outside.path, dir.at('d'));
  expect(JSON.stringify(await ask(dir, 'git_conflicts'))).not.toContain('secret');
  await ask(dir, 'git_conflicts', { path: 'd/a.txt', take: 'ours' });
  expect(readFileSync(outside.at('a.txt'), 'utf8')).toContain('secret');
});

test('a file that became a link is replaced, and its target is unchanged', async () => {
  using dir = stopped({ 'a.txt': '1\n' }, { 'a.txt': '2\n' }, { 'a.txt': '3\n' });
  using outside = temporary();
  outside.write({ 'a.txt': '<<<<<<< HEAD\nsecret\n=======\nother\n>>>>>>> topic\n' });
  rmSync(dir.at('a.txt'));
  symlinkSync(outside.at('a.txt'), dir.at('a.txt'));
  expect(JSON.stringify(await ask(dir, 'git_conflicts'))).not.toContain('secret');
  expect((await ask(dir, 'git_conflicts', { path: 'a.txt', take: 'theirs' })).isError).not.toBe(true);
  expect(readFileSync(outside.at('a.txt'), 'utf8')).toContain('secret');
  expect([dir.git('status', '--short'), readFileSync(dir.at('a.txt'), 'utf8')]).toEqual([
    'M  a.txt\n',
    '3\n',
  ]);
});

test('text that is not UTF-8, CRLF and a missing last line feed are preserved', async () => {
  const text = (middle: string): Uint8Array => Buffer.from(`caf\xe9\r\n${middle}\r\nend`, 'latin1');
  using dir = stopped({ 'a.txt': text('1') }, { 'a.txt': text('2') }, { 'a.txt': text('3') });
  const shown = await ask(dir, 'git_conflicts');
  expect(shown.structuredContent?.['conflicts']).toMatchObject([
    { regions: [{ start_line: 2, end_line: 6, base: '1\r\n', ours: '2\r\n', theirs: '3\r\n' }] },
  ]);
  expect((await ask(dir, 'git_conflicts', { path: 'a.txt', take: 'theirs' })).isError).not.toBe(true);
  expect(readFileSync(dir.at('a.txt'))).toEqual(Buffer.from(text('3')));
});

test('invalid arguments are refused with an explanation, and nothing changes', async () => {
  using dir = twoRegions();
  const before = [unmerged(dir), readFileSync(dir.at('a.txt'), 'utf8')];
  for (const [args, says] of [
    [{ path: 'a.txt', regions: [{ take: 'ours' }] }, /^a\.txt has 2 regions, and 1 are given\./],
    [{ path: 'a.txt', regions: [{}, { take: 'ours' }] }, /^Region 1: give either take or content\./],
    [{ take: 'ours' }, /^To resolve a file give its path/],
    [{ path: 'a.txt', take: 'ours', content: '' }, /^To resolve a file give its path/],
    [
      { path: 'always.txt', take: 'ours' },
      /^always\.txt is not a file in conflict\. Call git_conflicts without path/,
    ],
    [{ path: '../a.txt', take: 'ours' }, /outside the repository/],
  ] as const) {
    const answer = await ask(dir, 'git_conflicts', args);
    expect([answer.isError, textsOf(answer)[0]]).toEqual([true, expect.stringMatching(says)]);
  }
  expect([unmerged(dir), readFileSync(dir.at('a.txt'), 'utf8')]).toEqual(before);
  using other = repository();
  expect(textsOf(await ask(other, 'git_conflicts'))).toEqual(['No file is in conflict.']);
});

test('a read-only server shows conflicts, and resolves none', async () => {
  using dir = twoRegions();
  await using client = await open(dir.path, { readOnly: true });
  expect(await textOf(call(client, 'git_conflicts', { path: 'a.txt' }))).toContain('region 2, lines 24-28');
  expect((await call(client, 'git_conflicts', { path: 'a.txt', take: 'ours' })).isError).toBe(true);
});

test('regions and files beyond the size limit follow with the cursor, each once', async () => {
  const count = 60;
  const text = (side: string): string =>
    Array.from({ length: count * 9 }, (_, line) => (line % 9 === 0 ? `${side} ${line}\n` : `${line}\n`)).join(
      '',
    );
  const files = (side: string): Files => ({ 'a.txt': text(side), 'b.txt': `${side}\n`, 'c.txt': text(side) });
  using dir = stopped(files('base'), files('ours'), files('theirs'));
  const seen: string[] = [];
  let [pages, more]: [number, object | undefined] = [0, {}];
  while (more !== undefined && pages < 100) {
    const answer = await ask(dir, 'git_conflicts', more, { maxOutputBytes: 2000 });
    const { conflicts, next_cursor: cursor } = answer.structuredContent as {
      readonly conflicts: readonly {
        readonly path: string;
        readonly regions: readonly { readonly number: number }[];
      }[];
      readonly next_cursor?: string;
    };
    seen.push(...conflicts.flatMap(({ path, regions }) => regions.map(({ number }) => `${number} ${path}`)));
    expect(
      textsOf(answer)[0]?.includes(
        `There are more regions in the 3 files in conflict; continue with cursor "${cursor}"`,
      ),
    ).toBe(cursor !== undefined);
    more = cursor === undefined ? undefined : { cursor };
    pages += 1;
  }
  const numbers = (path: string): string[] => Array.from({ length: count }, (_, at) => `${at + 1} ${path}`);
  expect(seen).toEqual([...numbers('a.txt'), '1 b.txt', ...numbers('c.txt')]);
  expect(pages).toBeGreaterThan(5);
  for (const cursor of ['x', '1 d.txt', '1'])
    expect(textsOf(await ask(dir, 'git_conflicts', { cursor }))).toEqual([
      'The cursor names no file that is in conflict now. Start again without it.',
    ]);
});

test('an underlined title is not mistaken for the middle of a conflict', async () => {
  const [ours, theirs] = ['Install\n=======\n\nours\n', 'Example\n=======\n\ntheirs\n'];
  using dir = stopped({ 'a.txt': 'Anything\n\ntext\n' }, { 'a.txt': ours }, { 'a.txt': theirs });
  await using client = await open(dir.path);
  const { structuredContent } = await call(client, 'git_conflicts', { path: 'a.txt' });
  expect(structuredContent).toMatchObject({ conflicts: [{ regions: [{ ours, theirs }] }] });
  await call(client, 'git_conflicts', { path: 'a.txt', take: 'theirs' });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe(theirs);
});

test('a side without a final line break is taken without one; united with another it gets one, as in git', async () => {
  for (const [take, content, theirs = 'one\ntheirs\n'] of [
    ['ours', 'one\nours'],
    ['theirs', 'one\ntheirs\n'],
    ['union', 'one\nours\ntheirs\n'],
    ['union', 'one\nours\n', 'one\n'],
    ['union', 'one\r\nours\r\ntheirs', 'one\r\ntheirs'],
  ] as const) {
    const end = content.includes('\r') ? '\r\n' : '\n';
    const [base, ours] = [`one${end}two${end}`, `one${end}ours`];
    using dir = stopped({ 'a.txt': base }, { 'a.txt': ours }, { 'a.txt': theirs });
    expect(mergeFile(dir, `--${take}`)).toBe(content);
    await ask(dir, 'git_conflicts', { path: 'a.txt', take });
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe(content);
  }
});
