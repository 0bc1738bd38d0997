import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { treeIn } from '@mcp/files/test/setup';
import { callBy, connectTo, filesIn, serve, temporary, useTrash, type Temporary } from '../setup.ts';
import { startHostile } from './start-hostile.ts';

const ROUNDS = 500;

const makeWorld = (): Temporary =>
  temporary({
    'root/file.txt': 'inside',
    'root/dir/secret.txt': 'inside',
    'root/dir/only-inside.txt': 'inside',
    'outside/secret.txt': 'secret',
    'outside/only-outside.txt': 'secret',
  });

const start = (world: Temporary) => startHostile('sandbox/hostile.ts', world.at('root'), world.at('outside'));

/** On a busy machine one side may win more often; rounds are added until both have won. */
const goesOn = (round: number, rounds: number, isRun: () => boolean): boolean =>
  round < rounds || (!isRun() && round < 20 * rounds);

/** Counts the codes of refusals; any other error fails the test. */
const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    expect(error).toMatchObject({
      code: expect.stringMatching(/^(?:access_denied|not_found|changed|exists|not_a_directory|not_empty)$/),
    });
    return undefined;
  }
};

const intact = (world: Temporary): void => {
  expect(world.names('outside')).toEqual(['only-outside.txt', 'secret.txt']);
  expect(world.text('outside/secret.txt')).toBe('secret');
};

// Without descriptors a list can show names of a directory swapped in during the call.
test.each(['descriptor', 'checked'] as const)(
  'reads nothing outside while a process swaps directories and files for links, held by %s',
  { timeout: 60_000 },
  async (anchoring) => {
    using world = makeWorld();
    await using hostile = await start(world);
    const files = filesIn([world.at('root')], { anchoring });
    const shown: unknown[] = [];
    const seen = { read: 0, listed: 0, refused: 0 };
    const readText = (path: string) =>
      attempt(() => files.read(path, async (file) => String((await file.read(0, 100)).bytes)));
    const isRun = (): boolean => seen.read > 100 && seen.refused > 10;
    for (let round = 0; goesOn(round, ROUNDS, isRun); round++) {
      for (const path of ['file.txt', 'dir/secret.txt']) {
        const content = await readText(path);
        expect(content ?? 'inside').toBe('inside');
        if (content === undefined) seen.refused++;
        else seen.read++;
      }
      const listing = await attempt(() => files.list('dir'));
      shown.push(...(listing?.entries ?? []));
      if (listing !== undefined) seen.listed++;
      // A link outside gets the same answer whether its target exists or not, or none.
      shown.push(await attempt(() => files.stat('dir/only-outside.txt')));
      const tree = await attempt(() => treeIn(files, '.'));
      const below = await attempt(async () => tree?.list('dir'));
      shown.push(...(below ?? []));
    }
    expect(hostile.isRunning).toBe(true);
    const outside = shown.filter((it) => JSON.stringify(it)?.includes('only-outside'));
    if (anchoring === 'descriptor' && outside.length > 0) throw new Error(JSON.stringify(outside[0]));
    // Both sides won often.
    expect([seen, isRun()]).toEqual([seen, true]);
    intact(world);
  },
);

const HELD = { timeout: 60_000 };

// Without descriptors a move can race and take a file from outside, so nothing is moved.
test.each([
  ['written, made, moved or deleted', 'descriptor'],
  ['written, made or deleted', 'checked'],
] as const)('nothing outside is %s meanwhile, held by %s', HELD, async (_, anchoring) => {
  using world = makeWorld();
  await using hostile = await start(world);
  const files = filesIn([world.at('root')], { anchoring });
  let written = 0;
  // The fallback checks more often, and loses more often.
  const rounds = anchoring === 'descriptor' ? ROUNDS / 3 : ROUNDS;
  const wins = anchoring === 'descriptor' ? 10 : 3;
  for (let round = 0; goesOn(round, rounds, () => written > wins); round++) {
    if ((await attempt(() => files.write('dir/secret.txt', 'inside'))) !== undefined) written++;
    await attempt(() => files.write(`dir/new-${round}.txt`, 'inside', { mode: 'create' }));
    await attempt(() => files.write('dir/log.txt', 'x', { mode: 'append' }));
    await attempt(() => files.makeDirectory(`dir/a-${round}/b`));
    const moved = anchoring === 'descriptor' ? 'moved' : 'new';
    if (moved === 'moved') await attempt(() => files.move(`dir/new-${round}.txt`, `dir/moved-${round}.txt`));
    await attempt(() => files.remove(`dir/${moved}-${round}.txt`));
    await attempt(() => files.remove('dir/only-outside.txt'));
    await attempt(() => files.remove(`dir/a-${round}`, { recursive: true }));
  }
  expect(hostile.isRunning).toBe(true);
  expect(written).toBeGreaterThan(wins);
  intact(world);
});

test('nothing outside is trashed, stored or restored in the meantime', HELD, async () => {
  using world = makeWorld();
  const won = { trashed: 0, undone: 0 };
  {
    await using hostile = await start(world);
    await using client = await connectTo(serve([world.at('root')]));
    const isDone = async (name: string, args: object): Promise<boolean> =>
      (await callBy(client, name, args)).isError !== true;
    for (let round = 0; goesOn(round, ROUNDS / 3, () => won.trashed > 10 && won.undone > 10); round++) {
      await isDone('write_file', { path: 'dir/secret.txt', content: 'inside' });
      if (await isDone('undo_last_change', {})) won.undone++;
      for (const path of ['dir/only-outside.txt', 'dir/secret.txt'])
        if (await isDone('delete_file', { path })) won.trashed++;
      await isDone('replace_in_files', { find: 'inside', replace: 'inside' });
      if (await isDone('undo_last_change', {})) won.undone++;
    }
    expect(hostile.isRunning).toBe(true);
  }
  expect(Math.min(won.trashed, won.undone)).toBeGreaterThan(10);
  intact(world);
  const trash = join(useTrash(), 'files');
  for (const name of readdirSync(trash)) expect(readFileSync(join(trash, name), 'utf8')).toBe('inside');
  // The hostile process was killed midway: a link may have replaced the directory.
  const dir = world.has('root', 'dir.real') ? 'dir.real' : 'dir';
  for (const name of world.names('root', dir).filter((it) => it.endsWith('.txt')))
    expect(world.text('root', dir, name)).toBe('inside');
});

test('the server still answers, and reveals nothing', { timeout: 60_000 }, async () => {
  using world = makeWorld();
  await using hostile = await start(world);
  await using client = await connectTo(serve([world.at('root')], {}));
  const call = async (name: string, args: object) => JSON.stringify(await callBy(client, name, args));
  for (let round = 0; round < ROUNDS / 10; round++) {
    const answers = await Promise.all([
      call('read_text_file', { path: 'file.txt' }),
      call('list_directory', { path: 'dir' }),
      call('search_files', { path: '.', pattern: '**' }),
    ]);
    for (const answer of answers) expect(answer).not.toMatch(/"secret"|only-outside/);
    const more = await Promise.all([
      call('read_media_file', { path: 'dir/secret.txt' }),
      call('read_multiple_files', { paths: ['file.txt', 'dir/secret.txt'] }),
      call('list_directory_with_sizes', { path: 'dir' }),
      call('get_file_info', { path: 'dir/only-outside.txt' }),
      call('copy_file', { source: 'dir', destination: `copy-${round}`, recursive: true }),
      call('copy_file', { source: 'file.txt', destination: `dir/copied-${round}.txt` }),
      call('move_file', { source: 'dir/only-outside.txt', destination: `moved-${round}.txt` }),
      call('delete_file', { path: 'dir/only-outside.txt' }),
    ]);
    for (const answer of more) expect(answer).not.toMatch(/"secret"|secret\\n|c2VjcmV0/);
    const uri = `file://${world.at('root/dir/secret.txt')}`;
    const read = await client.request('resources/read', { uri }).catch(() => undefined);
    expect(JSON.stringify(read ?? '')).not.toContain('"secret"');
  }
  expect(hostile.isRunning).toBe(true);
  expect(await client.request('ping')).toEqual({});
  intact(world);
  // Without any swaps.
  const copied = world.names('root').filter((name) => /^(?:copy|moved)-/.test(name));
  const contents = copied.flatMap((name) => {
    const files = readdirSync(world.at('root', name), { withFileTypes: true, recursive: true });
    return files.map((file) =>
      file.isFile() ? readFileSync(join(file.parentPath, file.name), 'utf8') : 'inside',
    );
  });
  expect(contents.filter((content) => content !== 'inside')).toEqual([]);
});

test.each(['descriptor', 'checked'] as const)(
  'keeps an outside directory that looks like the one to delete, held by %s',
  { timeout: 60_000 },
  async (anchoring) => {
    const tree = { 'sub/deep/x.txt': '', 'sub/y.txt': '' };
    using world = temporary({
      'root/file.txt': 'inside',
      'root/dir/secret.txt': 'inside',
      'outside/secret.txt': 'secret',
      ...Object.fromEntries(Object.keys(tree).map((path) => [`outside/${path}`, ''])),
    });
    const before = readdirSync(world.at('outside'), { recursive: true });
    await using hostile = await start(world);
    const files = filesIn([world.at('root')], { anchoring });
    let removed = 0;
    for (let round = 0; goesOn(round, ROUNDS * 2, () => removed > 10); round++) {
      // Created by path: the same names exist wherever it leads.
      attemptSync(() => mkdirSync(world.at('root/dir/sub/deep'), { recursive: true }));
      for (const path of Object.keys(tree)) attemptSync(() => writeFileSync(world.at('root/dir', path), ''));
      if ((await attempt(() => files.remove('dir/sub', { recursive: true }))) !== undefined) removed++;
    }
    expect(hostile.isRunning).toBe(true);
    expect(removed).toBeGreaterThan(10);
    expect(readdirSync(world.at('outside'), { recursive: true })).toEqual(before);
  },
);

/** Ignores failures caused by the other process. */
const attemptSync = (work: () => void): void => {
  try {
    work();
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/^E/) });
  }
};
