// Untrusted repositories with a program wherever git would run one; one repository can have all of them.
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { TestClient } from '@mcp/runtime/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileRepository, toConfig, type Hostile, type Hostility } from '../hostile-repository.ts';
import { open, repository, temporary, type Temporary } from '../setup.ts';
import { callAll, failures, READS, sweep, WRITES } from './all-tools.ts';

interface Mechanism extends Hostility {
  /** The command with which a person would start the program; without it the test would prove nothing. */
  readonly control: readonly string[];
  /** The reported key. */
  readonly key?: string;
}

/** Each driver has its own file. */
const DRIVERS = [
  ...['command', 'textconv', 'clean', 'process', 'smudge', 'ev=il.x=', 'included', 'twice', 'worktree'],
];

const HOOKS = [
  ...['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-checkout', 'post-index-change'],
  ...['reference-transaction', 'fsmonitor-watchman', 'pre-auto-gc', 'post-rewrite', 'pre-merge-commit'],
];

/** Returns a key whose value is the program. */
const byKey = (key: string, control: readonly string[], more: Partial<Hostility> = {}): Mechanism => ({
  name: key,
  key,
  control,
  ...more,
  config: { [key]: 'PROGRAM', ...more.config },
});

const byDriver = (
  driver: string,
  { kind = 'filter', key = driver, control = ['diff'], ...more }: Partial<Mechanism> & { kind?: string } = {},
): Mechanism =>
  byKey(`${kind}.${driver}.${key}`, control, { attributes: `${driver}.txt ${kind}=${driver}\n`, ...more });

const SIGNED = { signed: 'main', config: { 'log.showSignature': 'true' } };

/** Returns a file whose configuration has the program as a filter. */
const ofFilter = (path: string, driver: string) => ({
  files: { [path]: toConfig({ [`filter.${driver}.clean`]: 'PROGRAM' }) },
  attributes: `${driver}.txt filter=${driver}\n`,
  control: ['diff'],
});

const MECHANISMS: readonly Mechanism[] = [
  byKey('gpg.program', ['log'], SIGNED),
  byKey('gpg.openpgp.program', ['log'], SIGNED),
  byKey('core.fsmonitor', ['status']),
  byKey('diff.external', ['diff']),
  byDriver('command', { kind: 'diff' }),
  byDriver('textconv', { kind: 'diff' }),
  byDriver('clean'),
  byDriver('process', { config: { 'filter.process.required': 'true' } }),
  byDriver('smudge', { control: ['checkout', '--', '.'] }),
  // A name that could end the key in a setting given as `-c key=value`.
  byDriver('ev=il.x=', { key: 'clean' }),
  {
    name: 'a filter in an included file',
    key: 'include.path',
    config: { 'include.path': 'more' },
    ...ofFilter('.git/more', 'included'),
  },
  {
    name: 'a filter in a conditional include of an included file',
    key: 'include.path',
    config: { 'include.path': 'once' },
    ...ofFilter('.git/evil', 'twice'),
    prepare: (dir) =>
      dir.write({ '.git/once': toConfig({ 'includeIf.onbranch:main.path': dir.at('.git/evil') }) }),
  },
  {
    name: 'a filter in the configuration of a worktree',
    key: 'filter.worktree.clean',
    config: { 'extensions.worktreeConfig': 'true' },
    ...ofFilter('.git/config.worktree', 'worktree'),
  },
  { name: 'hooks', hooks: HOOKS, control: ['commit', '--all', '--message', 'x'] },
];

/** Only one of its kind is possible: each has its own repository. */
const ALONE: readonly (Mechanism & {
  readonly readFailures?: readonly string[];
  /** The answer of writing tools. */
  readonly refusal?: RegExp;
})[] = [
  {
    name: 'a filter of a submodule',
    submodule: {
      attributes: '* filter=evil\n',
      config: { 'core.fsmonitor': 'PROGRAM', 'filter.evil.clean': 'PROGRAM' },
    },
    control: ['status'],
    refusal: /Git would be started in the submodule .*core\.fsmonitor/,
  },
  {
    name: 'core.hooksPath',
    key: 'core.hookspath',
    hooks: HOOKS,
    hooksFolder: '.git/other-hooks',
    config: { 'core.hooksPath': '.git/other-hooks' },
    control: ['commit', '--all', '--message', 'x'],
  },
  {
    name: 'a partial clone that fetches what is missing',
    key: 'remote.evil.promisor',
    config: {
      'remote.evil.url': '.',
      'remote.evil.promisor': 'true',
      'remote.evil.uploadpack': 'PROGRAM < /dev/null',
      'core.repositoryFormatVersion': '1',
      'extensions.partialClone': 'evil',
    },
    files: { 'missing.txt': 'x\n' },
    prepare: (dir) =>
      void dir.git('update-index', '--add', '--cacheinfo', `100644,${'1'.repeat(40)},missing.txt`),
    control: ['diff', '--cached'],
    readFailures: ['git_diff_unstaged {}: ', 'git_diff_staged {}: '],
  },
];

const useResourcesAndPrompts = async (client: TestClient, dir: Temporary): Promise<void> => {
  const repo = basename(dir.path);
  await client.request('resources/read', { uri: `git://${repo}/commit/HEAD` });
  await client.request('resources/read', { uri: `git://${repo}/blob/HEAD/a.txt` });
  for (const path of ['status', 'branches', 'tags'])
    await client.request('resources/read', { uri: `git://${repo}/${path}` });
  await client.request('resources/list');
  await client.request('resources/subscribe', { uri: `git://${repo}/status` });
  const prompts = [
    ['review-changes', { range: 'HEAD..HEAD' }],
    ['release-notes', { from: 'HEAD' }],
  ] as const;
  for (const [name, args] of prompts)
    await client.request('prompts/get', { name, arguments: args }).catch(() => {});
  // Refused if nothing is staged.
  await client.request('prompts/get', { name: 'commit-message' }).catch(() => {});
  await client.request('completion/complete', {
    ref: { type: 'ref/prompt', name: 'release-notes' },
    argument: { name: 'from', value: '' },
  });
};

/** Creates a repository with changes in all files. */
const hostileWith = (mechanisms: readonly Mechanism[]): Hostile => {
  const names = ['a', ...DRIVERS].map((name) => `${name}.txt`);
  const dir = repository(Object.fromEntries(names.map((name) => [name, 'one\n'])));
  dir.write(Object.fromEntries(names.map((name) => [name, 'two\n'])));
  return hostileRepository(mechanisms, dir);
};

test.each([...MECHANISMS, ...ALONE])('plain git starts $name', (mechanism) => {
  using hostile = hostileWith([mechanism]);
  expect(hostile.control(mechanism.control)).toEqual([mechanism.name]);
});

describe.each([
  { name: 'all at once', mechanisms: MECHANISMS, readFailures: [], refusal: undefined },
  ...ALONE.map(({ readFailures = [], refusal, ...one }) => ({
    name: one.name,
    mechanisms: [one],
    readFailures,
    refusal,
  })),
])('$name', ({ mechanisms, readFailures, refusal }) => {
  let hostile: Hostile;
  beforeAll(() => {
    hostile = hostileWith(mechanisms);
  });
  afterAll(() => hostile[Symbol.dispose]());

  test.each([false, true])('reading tools start nothing (trusted: %j)', async (trust) => {
    await using client = await open(hostile.path, { trust });
    const { answers, ran } = await sweep(client, hostile.programs, READS);
    await useResourcesAndPrompts(client, hostile);
    expect([ran, hostile.programs.take()]).toEqual([[], []]);
    expect(readdirSync(hostile.at('.git')).filter((name) => name.endsWith('.lock'))).toEqual([]);
    expect(failures(answers)).toEqual(readFailures.map((name) => expect.stringContaining(name)));
    expect(answers.get('git_status {}')?.structuredContent?.['unused_settings']).toEqual(
      expect.arrayContaining(mechanisms.flatMap(({ key }) => key ?? [])),
    );
  });

  test('writing tools start nothing', async () => {
    await using client = await open(hostile.path);
    const { answers, ran } = await sweep(client, hostile.programs, WRITES);
    expect(ran).toEqual([]);
    const refused = ['add', 'commit', 'checkout', 'restore', 'stash'].map((tool) =>
      expect.stringMatching(new RegExp(`^git_${tool} .*${refusal?.source}`)),
    );
    const someFailed: unknown = expect.arrayContaining(refused);
    expect(failures(answers)).toEqual(refusal === undefined ? [] : someFailed);
  });
});

test('the calls cover every tool', async () => {
  await using client = await open([]);
  const { tools } = (await client.request('tools/list')) as unknown as { tools: { name: string }[] };
  const called = new Set([...READS, ...WRITES].map(([tool]) => tool));
  // These need no repository, or a remote: they have their own tests.
  const others = ['git_init', 'git_fetch', 'git_pull', 'git_push', 'git_clone'];
  expect(tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual(others);
});

test('with --trust-repo-config, writing tools run hooks and filters', async () => {
  const names = ['hooks', 'filter.clean.clean', 'filter.smudge.smudge'];
  using hostile = hostileWith(MECHANISMS.filter(({ name }) => names.includes(name)));
  await using client = await open(hostile.path, { trust: true });
  const { answers, ran } = await sweep(client, hostile.programs, WRITES);
  expect(failures(answers)).toEqual([]);
  expect(new Set(ran.flatMap(([, ...started]) => started))).toEqual(new Set(names));
});

test('no setting of a repository shows a file elsewhere, or changes the format of the history', async () => {
  using nest = temporary();
  nest.write({ 'secret.txt': 'top secret\n' });
  const answersOf = async (dir: Temporary): Promise<Map<string, unknown>> => {
    await using client = await open(dir.path);
    const answers = await callAll(client, READS);
    return new Map(
      [...answers].map(([name, { isError, content, structuredContent }]) => [
        name,
        { isError, content, ...(name.startsWith('git_status') ? {} : { structuredContent }) },
      ]),
    );
  };
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  const before = await answersOf(dir);
  for (const key of [
    ...['blame.ignoreRevsFile', 'diff.orderFile', 'core.attributesFile', 'core.excludesFile', 'mailmap.file'],
    'commit.template',
  ])
    dir.git('config', key, nest.at('secret.txt'));
  for (const [key, value] of Object.entries({
    decorate: 'full',
    follow: 'true',
    showRoot: 'false',
    date: 'raw',
  }))
    dir.git('config', `log.${key}`, value);
  expect(await answersOf(dir)).toEqual(before);
});
