// Sweep: every documented key of git and Git LFS, set to a program, against every tool: none runs. With `PROOF_RUNS`:
// in all forms of a value.
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import type { TestClient } from '@mcp/runtime/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONFLICTS, failures, READS, sweep, WRITES } from '../attacks/all-tools.ts';
import { Programs } from '../hostile-repository.ts';
import { RemoteSandbox } from '../remote/sandbox.ts';
import { issued } from '../issued.ts';
import { open } from '../setup.ts';
import { SWEPT } from '../swept.ts';
import { documentedKeys, FORMS, toText } from './keys.ts';

let box: RemoteSandbox;
let programs: Programs;
let honest: string;
// Hunks of a file with a filter are not staged.
const attributes = '* filter=evil diff=evil merge=evil\nof-patch.txt -filter\n*.bin filter=lfs diff=lfs\n';
const keys = documentedKeys();
/** These name the repository format: the server refuses an unknown one. */
const isFormat = (key: string): boolean => /^(?:core\.repositoryformatversion$|extensions\.)/i.test(key);
/** Addresses of transfers, which the server may refuse. */
const isAddress = (key: string): boolean =>
  /^(?:remote\.origin\.(?:url|pushurl|fetch|promisor)$|url\.)/i.test(key);
/** These make git refuse files by their line endings. */
const isStrict = (key: string): boolean => /^core\.safecrlf$/i.test(key);
const plain = keys.filter((key) => !isFormat(key) && !isAddress(key) && !isStrict(key));

beforeAll(async () => {
  box = await RemoteSandbox.start();
  for (const text of ['two', 'three', 'four']) box.elsewhere('main', { 'a.txt': `${text}\n` });
  box.here('pull', '--quiet', box.nest.at('shared.git'), 'main:refs/remotes/origin/main');
  box.elsewhere('theirs', { 'b.txt': 'theirs\n' });
  box.here('fetch', '--quiet', box.nest.at('shared.git'), 'theirs:refs/remotes/origin/theirs');
  programs = new Programs();
  honest = readFileSync(box.nest.at('work/.git/config'), 'utf8');
  box.nest.write({
    'work/.git/info/attributes': attributes,
    'work/.gitattributes': attributes,
    'work/a.txt': 'four\nmore\n',
    'work/large.bin': 'bin\n',
  });
  renameSync(box.nest.at('work'), box.nest.at('prepared'));
  mkdirSync(box.nest.at('work'));
});
afterAll(async () => {
  programs[Symbol.dispose]();
  await box[Symbol.asyncDispose]();
});

const set = (chosen: readonly string[], form: keyof typeof FORMS, rest = ''): void => {
  const toValue = FORMS[form] ?? ((_key, program) => program);
  writeFileSync(box.nest.at('work/.git/config'), `${honest}${toText(chosen, toValue, programs)}${rest}`);
};

/** Creates a state in which every writing call has work to do: a copy of the first one. */
const prepare = (): void => {
  rmSync(box.nest.at('work'), { recursive: true });
  cpSync(box.nest.at('prepared'), box.nest.at('work'), { recursive: true, preserveTimestamps: true });
};

const TRANSFERS = [
  ['git_fetch', {}],
  ['git_fetch', { dry_run: true, tags: true }],
  ['git_pull', { branch: 'main' }],
  ['git_push', { branch: 'main', to: 'copy' }],
  ['git_clone', { url: 'work', path: 'copy' }],
] as const;

/** These change the remote. */
const RARE_TRANSFERS = [
  ['git_fetch', { depth: 1, prune: true }],
  ['git_push', { remote: 'origin', branch: 'mine', to: 'rare', dry_run: true }],
  ['git_push', { remote: 'origin', branch: 'mine', to: 'rare', set_upstream: true }],
  ['git_push', { remote: 'origin', branch: 'mine', to: 'theirs', force: true }],
  ['git_clone', { url: 'work', path: 'rare', bare: true, branch: 'main', depth: 1 }],
  ['git_init', { path: 'fresh.git', bare: true, initial_branch: 'main' }],
] as const;

/** Makes all calls. Returns the programs that ran, by tool, and the failed calls. */
const sweepAll = async (client: TestClient, calls: readonly (readonly [string, object])[]) => {
  const placed = calls.map(
    ([tool, args]) =>
      [
        tool,
        { ...args, ...(tool === 'git_clone' || tool === 'git_init' ? {} : { repo_path: 'work' }) },
      ] as const,
  );
  const { answers, ran } = await sweep(client, programs, placed);
  return { ran, failed: failures(answers) };
};

const isLong = process.env['PROOF_RUNS'] !== undefined;
const forms = Object.keys(FORMS).slice(0, isLong ? undefined : 2);

test('there are hundreds of keys, and plain git runs some of their programs', () => {
  expect(keys.length).toBeGreaterThan(500);
  expect(keys).toEqual(
    expect.arrayContaining(['core.fsmonitor', 'filter.evil.clean', 'lfs.customtransfer.evil.path']),
  );
  prepare();
  set(['core.fsmonitor', 'filter.evil.clean', 'diff.evil.textconv', 'diff.external'], 'a program in each');
  for (const command of ['status', 'diff']) spawnSync('git', [command], { cwd: box.nest.at('work') });
  expect(programs.take()).toEqual(
    expect.arrayContaining(['core.fsmonitor', 'filter.evil.clean', 'diff.external']),
  );
});

describe.each(forms)('%s', (form) => {
  test('runs in no tool', async () => {
    prepare();
    set(plain, form);
    await using client = await open(box.nest.path, { timeout: 20 });
    const calls = [...READS, ...WRITES, ...TRANSFERS];
    const { ran, failed } = await sweepAll(client, calls);
    expect(ran).toEqual([]);
    expect(failed).toEqual([]);
    rmSync(box.nest.at('copy'), { recursive: true });
  });

  test('runs in no reading tool with --trust-repo-config', async () => {
    prepare();
    set(plain, form);
    await using client = await open(box.nest.path, { trust: true });
    const { ran, failed } = await sweepAll(client, READS);
    expect(ran).toEqual([]);
    expect(failed).toEqual([]);
  });
});

test('runs in no conflict and with no rare argument; so every command of the server is swept', async () => {
  prepare();
  // Without its own driver, to cause a conflict.
  box.nest.write({
    'work/b.txt': 'ours\n',
    'work/.git/info/attributes': `${attributes}[ab].txt merge=text\n`,
  });
  set(plain, 'a program in each');
  await using client = await open(box.nest.path, { timeout: 20 });
  const { ran, failed } = await sweepAll(client, [...CONFLICTS, ...RARE_TRANSFERS]);
  expect(ran).toEqual([]);
  // Some steps have a conflict in only one file.
  expect(failed.filter((each) => !each.includes('is not a file in conflict'))).toEqual([]);
  await client.request('prompts/get', { name: 'release-notes', arguments: { from: 'HEAD~1', repo: 'work' } });
  expect([...SWEPT].filter((form) => !issued.has(form))).toEqual([]);
  for (const name of ['rare', 'fresh.git']) rmSync(box.nest.at(name), { recursive: true });
});

test.each(forms)('a key for the repository format or address runs nothing: %s', async (form) => {
  prepare();
  await using client = await open(box.nest.path, { timeout: 20 });
  set(keys.filter(isAddress), form);
  expect(await sweepAll(client, TRANSFERS)).toMatchObject({ ran: [] });
  set(keys.filter(isFormat), form);
  const { ran, failed } = await sweepAll(client, [...READS, ...TRANSFERS]);
  expect(ran).toEqual([]);
  expect(failed).toHaveLength(READS.length + TRANSFERS.length);
});
