// Sweep: every key that git and Git LFS document, set to a program, against every tool: none runs. `PROOF_RUNS` set: in all
// forms that a value can have.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { type TestClient } from '@mcp/runtime/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { READS, WRITES } from '../attacks/all-tools.ts';
import { RemoteSandbox } from '../remote/sandbox.ts';
import { call, git, open, textsOf } from '../setup.ts';
import { documentedKeys, FORMS, Programs, toText } from './keys.ts';

let box: RemoteSandbox;
let programs: Programs;
let honest: string;
const keys = documentedKeys();
/** They say of which format a repository is: the server refuses one that it does not know. */
const isFormat = (key: string): boolean => /^(?:core\.repositoryformatversion$|extensions\.)/i.test(key);
/** Where transfers go, and whether the server refuses them. */
const isAddress = (key: string): boolean =>
  /^(?:remote\.origin\.(?:url|pushurl|fetch|promisor)$|url\.)/i.test(key);
/** Git refuses files by their ends of lines then. */
const isStrict = (key: string): boolean => /^core\.safecrlf$/i.test(key);
const plain = keys.filter((key) => !isFormat(key) && !isAddress(key) && !isStrict(key));

beforeAll(async () => {
  box = await RemoteSandbox.start();
  for (const text of ['two', 'three', 'four']) box.elsewhere('main', { 'a.txt': `${text}\n` });
  box.here('fetch', '--quiet', box.nest.at('shared.git'), 'main:refs/remotes/origin/main');
  programs = new Programs(box.nest.path);
  honest = readFileSync(box.nest.at('work/.git/config'), 'utf8');
  const attributes = '* filter=evil diff=evil merge=evil\n*.bin filter=lfs diff=lfs\n';
  box.nest.write({ 'work/.git/info/attributes': attributes, 'work/.gitattributes': attributes });
});
afterAll(async () => {
  programs[Symbol.dispose]();
  await box[Symbol.asyncDispose]();
});

const set = (chosen: readonly string[], form: keyof typeof FORMS, rest = ''): void => {
  const toValue = FORMS[form] ?? ((_key, program) => program);
  writeFileSync(box.nest.at('work/.git/config'), `${honest}${toText(chosen, toValue, programs)}${rest}`);
};

/** A state in which all that writes has something to do. */
const prepare = (): void => {
  writeFileSync(box.nest.at('work/.git/config'), honest);
  for (const args of [
    ['checkout', '--quiet', '--force', '-B', 'main', 'origin/main'],
    ['clean', '--quiet', '-fd'],
    [
      'for-each-ref',
      '--format=delete %(refname)',
      'refs/tags',
      'refs/heads/topic',
      'refs/heads/other',
      'refs/heads/wt',
    ],
  ]) {
    const printed = git(box.nest.at('work'), ...args);
    for (const line of printed.split('\n').filter((each) => each.startsWith('delete ')))
      git(box.nest.at('work'), 'update-ref', '-d', line.slice('delete '.length));
  }
  appendFileSync(box.nest.at('work/a.txt'), 'more\n');
  box.nest.write({ 'work/large.bin': 'bin\n' });
};

const TRANSFERS = [
  ['git_fetch', {}],
  ['git_fetch', { dry_run: true, tags: true }],
  ['git_pull', { branch: 'main' }],
  ['git_push', { branch: 'main', to: 'copy' }],
  ['git_clone', { url: 'work', path: 'copy' }],
] as const;

/** Calls them all. What ran, by the tool in which it did, and how many calls were answered. */
const sweep = async (
  client: TestClient,
  calls: readonly (readonly [string, object])[],
): Promise<{ readonly ran: readonly string[][]; readonly failed: readonly string[] }> => {
  const ran: string[][] = [];
  const failed: string[] = [];
  for (const [tool, args] of calls) {
    const place = tool === 'git_clone' ? {} : { repo_path: 'work' };
    const answer = await call(client, tool, { ...args, ...place });
    if (answer.isError === true) failed.push(`${tool}: ${textsOf(answer)[0]}`);
    const marks = programs.take();
    if (marks.length > 0) ran.push([tool, ...marks]);
  }
  return { ran, failed };
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
    const { ran, failed } = await sweep(client, calls);
    expect(ran).toEqual([]);
    expect(failed).toEqual([]);
    rmSync(box.nest.at('copy'), { recursive: true });
  });

  test('runs in no tool that reads, with --trust-repo-config', async () => {
    prepare();
    set(plain, form);
    await using client = await open(box.nest.path, { trust: true });
    const { ran, failed } = await sweep(client, READS);
    expect(ran).toEqual([]);
    expect(failed).toEqual([]);
  });
});

test.each(forms)('as the format or the address of a repository runs nothing: %s', async (form) => {
  prepare();
  await using client = await open(box.nest.path, { timeout: 20 });
  set(keys.filter(isAddress), form);
  expect(await sweep(client, TRANSFERS)).toMatchObject({ ran: [] });
  set(keys.filter(isFormat), form);
  const { ran, failed } = await sweep(client, [...READS, ...TRANSFERS]);
  expect(ran).toEqual([]);
  expect(failed).toHaveLength(READS.length + TRANSFERS.length);
});
