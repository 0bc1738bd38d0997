// Repositories that nobody trusts, with a program in each place where git would run one. Each program leaves a canary of
// its own, so one repository can have them all.
import { appendFileSync, chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repository, serve, temporary, type Temporary } from '../setup.ts';
import { callAll, failures, READS, WRITES } from './all-tools.ts';

interface Mechanism {
  readonly name: string;
  /** Prepares the repository. `program` leaves the canary and passes its input on. */
  prepare(dir: Temporary, program: string): void;
  /** What a person would run that starts the program: without it the test would show nothing. */
  readonly control: readonly string[];
  /** The key that is reported. */
  readonly key?: string;
}

/** Each driver has a file of its own. */
const DRIVERS = [
  'command',
  'textconv',
  'clean',
  'process',
  'smudge',
  'ev=il.x=',
  'included',
  'twice',
  'worktree',
];

const attribute = (dir: Temporary, kind: 'diff' | 'filter', driver: string): void =>
  appendFileSync(dir.at('.git/info/attributes'), `${driver}.txt ${kind}=${driver}\n`);

const HOOKS = [
  ...['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-checkout', 'post-index-change'],
  ...['reference-transaction', 'fsmonitor-watchman', 'pre-auto-gc', 'post-rewrite', 'pre-merge-commit'],
];

const writeHooks = (dir: Temporary, folder: string, program: string): void => {
  mkdirSync(dir.at(folder), { recursive: true });
  for (const hook of HOOKS) {
    writeFileSync(dir.at(folder, hook), `#!/bin/sh\n${program} < /dev/null\nexit 0\n`);
    chmodSync(dir.at(folder, hook), 0o755);
  }
};

/** A key whose value is the program. */
const set = (key: string, control: readonly string[], before?: (dir: Temporary) => void): Mechanism => ({
  name: key,
  key,
  control,
  prepare(dir, program) {
    before?.(dir);
    dir.git('config', key, program);
  },
});

const filter = (driver: string, kind: string, control = ['diff']): Mechanism =>
  set(`filter.${driver}.${kind}`, control, (dir) => attribute(dir, 'filter', driver));

const isSigned = (dir: Temporary): void => {
  dir.git('config', 'log.showSignature', 'true');
  const object = dir.git('cat-file', 'commit', 'HEAD');
  const signed = object.replace(
    '\n\n',
    '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n',
  );
  writeFileSync(dir.at('.git/signed'), signed);
  dir.git('reset', '--soft', dir.git('hash-object', '-t', 'commit', '-w', '.git/signed').trim());
};

const MECHANISMS: readonly Mechanism[] = [
  set('gpg.program', ['log'], isSigned),
  set('gpg.openpgp.program', ['log'], isSigned),
  set('core.fsmonitor', ['status']),
  set('diff.external', ['diff']),
  set('diff.command.command', ['diff'], (dir) => attribute(dir, 'diff', 'command')),
  set('diff.textconv.textconv', ['diff'], (dir) => attribute(dir, 'diff', 'textconv')),
  filter('clean', 'clean'),
  set('filter.process.process', ['diff'], (dir) => {
    attribute(dir, 'filter', 'process');
    dir.git('config', 'filter.process.required', 'true');
  }),
  filter('smudge', 'smudge', ['checkout', '--', '.']),
  // A name that could end the key where a setting is given as `-c key=value`.
  filter('ev=il.x=', 'clean'),
  {
    name: 'a filter in an included file',
    key: 'include.path',
    prepare: (dir, program) => {
      attribute(dir, 'filter', 'included');
      dir.git('config', '--file', dir.at('.git/more'), 'filter.included.clean', program);
      dir.git('config', '--add', 'include.path', 'more');
    },
    control: ['diff'],
  },
  {
    name: 'a filter in a conditional include of an included file',
    key: 'include.path',
    prepare: (dir, program) => {
      attribute(dir, 'filter', 'twice');
      dir.git('config', '--file', dir.at('.git/evil'), 'filter.twice.clean', program);
      dir.git('config', '--file', dir.at('.git/once'), 'includeIf.onbranch:main.path', dir.at('.git/evil'));
      dir.git('config', '--add', 'include.path', 'once');
    },
    control: ['diff'],
  },
  {
    name: 'a filter in the configuration of a worktree',
    key: 'filter.worktree.clean',
    prepare: (dir, program) => {
      attribute(dir, 'filter', 'worktree');
      dir.git('config', 'extensions.worktreeConfig', 'true');
      dir.git('config', '--worktree', 'filter.worktree.clean', program);
    },
    control: ['diff'],
  },
  {
    name: 'hooks',
    prepare: (dir, program) => writeHooks(dir, '.git/hooks', program),
    control: ['commit', '--all', '--message', 'x'],
  },
];

/** Where there can only be one of its kind: each has a repository of its own. */
const ALONE: readonly (Mechanism & {
  readonly readFailures?: readonly string[];
  /** What tools that write say. */
  readonly refusal?: RegExp;
})[] = [
  {
    name: 'a filter of a submodule',
    prepare: (dir, program) => {
      const inner = dir.at('sub');
      dir.git('init', '--quiet', 'sub');
      writeFileSync(dir.at('sub/inner.txt'), 'one\n');
      dir.git('-C', inner, 'add', '.');
      dir.git('-C', inner, 'commit', '--quiet', '--message', 'inner');
      writeFileSync(dir.at('.gitmodules'), '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n');
      dir.git('add', 'sub', '.gitmodules');
      dir.git('commit', '--quiet', '--message', 'first, with a submodule');
      writeFileSync(dir.at('sub/.git/info/attributes'), '* filter=evil\n');
      dir.git('-C', inner, 'config', 'filter.evil.clean', program);
      dir.git('-C', inner, 'config', 'core.fsmonitor', program);
      dir.write({ 'sub/inner.txt': 'two\n' });
    },
    control: ['status'],
    refusal: /Git would be started in the submodule .*core\.fsmonitor/,
  },
  {
    name: 'core.hooksPath',
    key: 'core.hookspath',
    prepare: (dir, program) => {
      writeHooks(dir, '.git/other-hooks', program);
      dir.git('config', 'core.hooksPath', dir.at('.git/other-hooks'));
    },
    control: ['commit', '--all', '--message', 'x'],
  },
  {
    name: 'a partial clone that fetches what is missing',
    key: 'remote.evil.promisor',
    prepare: (dir, program) => {
      dir.git('config', 'remote.evil.url', dir.path);
      dir.git('config', 'remote.evil.promisor', 'true');
      dir.git('config', 'remote.evil.uploadpack', `${program} < /dev/null`);
      dir.git('config', 'core.repositoryFormatVersion', '1');
      dir.git('config', 'extensions.partialClone', 'evil');
      dir.git('update-index', '--add', '--cacheinfo', `100644,${'1'.repeat(40)},missing.txt`);
      dir.write({ 'missing.txt': 'x\n' });
    },
    control: ['diff', '--cached'],
    readFailures: ['git_diff_unstaged {}: ', 'git_diff_staged {}: '],
  },
];

const useResourcesAndPrompts = async (client: TestClient, dir: Temporary): Promise<void> => {
  const repo = basename(dir.path);
  await client.request('resources/read', { uri: `git://${repo}/commit/HEAD` });
  await client.request('resources/read', { uri: `git://${repo}/blob/HEAD/a.txt` });
  for (const path of ['status', 'branches', 'tags', 'tree/HEAD/', 'diff/HEAD..HEAD'])
    await client.request('resources/read', { uri: `git://${repo}/${path}` });
  await client.request('resources/list');
  await client.request('resources/subscribe', { uri: `git://${repo}/status` });
  await client.request('prompts/get', { name: 'explain-commit', arguments: { ref: 'HEAD' } });
  const prompts = [
    ['review-changes', { range: 'HEAD..HEAD' }],
    ['release-notes', { from: 'HEAD' }],
    ['resolve-conflicts', {}],
  ] as const;
  for (const [name, args] of prompts)
    await client.request('prompts/get', { name, arguments: args }).catch(() => {});
  // Refused where nothing is staged.
  await client.request('prompts/get', { name: 'commit-message' }).catch(() => {});
  await client.request('completion/complete', {
    ref: { type: 'ref/prompt', name: 'explain-commit' },
    argument: { name: 'ref', value: '' },
  });
};

/** A repository with changes in all files, and a place for canaries. */
class Hostile implements Disposable {
  readonly nest = temporary();
  readonly dir: Temporary;

  constructor(mechanisms: readonly Mechanism[]) {
    const names = ['a.txt', ...DRIVERS.map((driver) => `${driver}.txt`)];
    this.dir = repository(Object.fromEntries(names.map((name) => [name, 'one\n'])));
    this.dir.write(Object.fromEntries(names.map((name) => [name, 'two\n'])));
    mkdirSync(this.nest.at('fired'));
    for (const mechanism of mechanisms) {
      const { name } = mechanism;
      const program = this.nest.at(`${name.replaceAll(/\W/g, '-')}.sh`);
      writeFileSync(program, `#!/bin/sh\n: > '${this.nest.at('fired', name)}'\ncat\n`);
      chmodSync(program, 0o755);
      mechanism.prepare(this.dir, program);
    }
    this.forget();
  }

  /** The mechanisms that have fired. */
  get fired(): string[] {
    return readdirSync(this.nest.at('fired'));
  }

  forget(): void {
    rmSync(this.nest.at('fired'), { recursive: true });
    mkdirSync(this.nest.at('fired'));
  }

  /** As a person would run it. */
  runPlainly(args: readonly string[]): void {
    try {
      this.dir.git(...args);
    } catch {
      // The program is no real helper; that it ran is enough.
    }
  }

  [Symbol.dispose](): void {
    this.dir[Symbol.dispose]();
    this.nest[Symbol.dispose]();
  }
}

const keysOf = (mechanisms: readonly Mechanism[]): string[] => mechanisms.flatMap(({ key }) => key ?? []);

const readAll = async (hostile: Hostile, trust: boolean) => {
  const { dir } = hostile;
  await using client = await connect(serve([dir.path], { trust }), { revision: '2025-11-25' });
  const answers = await callAll(client, READS);
  await useResourcesAndPrompts(client, dir);
  expect(readdirSync(dir.at('.git')).filter((name) => name.endsWith('.lock'))).toEqual([]);
  return answers;
};

test.each([...MECHANISMS, ...ALONE])('$name is started by plain git', (mechanism) => {
  using hostile = new Hostile([mechanism]);
  hostile.runPlainly(mechanism.control);
  expect(hostile.fired).toEqual([mechanism.name]);
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
    hostile = new Hostile(mechanisms);
  });
  afterAll(() => hostile[Symbol.dispose]());

  test.each([false, true])('nothing is started by what reads (trusted: %j)', async (trust) => {
    const answers = await readAll(hostile, trust);
    expect(hostile.fired).toEqual([]);
    expect(failures(answers)).toEqual(readFailures.map((name) => expect.stringContaining(name)));
    expect(answers.get('git_status {}')?.structuredContent?.['trust']).toEqual({
      policy: 'untrusted',
      neutralised: expect.arrayContaining(keysOf(mechanisms)),
    });
  });

  test('nothing is started by a tool that writes', async () => {
    await using client = await connect(serve([hostile.dir.path]), { revision: '2025-11-25' });
    const answers = await callAll(client, WRITES);
    expect(hostile.fired).toEqual([]);
    const refused = ['add', 'commit', 'checkout', 'restore', 'stash'].map((tool) =>
      expect.stringMatching(new RegExp(`^git_${tool} .*${refusal?.source}`)),
    );
    const someFailed: unknown = expect.arrayContaining(refused);
    expect(failures(answers)).toEqual(refusal === undefined ? [] : someFailed);
  });
});

test('every tool is among those that are called', async () => {
  await using client = await connect(serve([]), { revision: '2025-11-25' });
  const { tools } = (await client.request('tools/list')) as unknown as { tools: { name: string }[] };
  const called = new Set([...READS, ...WRITES].map(([tool]) => tool));
  // Without a repository, or with a remote: tests of their own.
  const others = ['git_init', 'git_fetch', 'git_pull', 'git_push', 'git_clone'];
  expect(tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual(others);
});

test('hooks and filters run in tools that write with --trust-repo-config', async () => {
  const names = ['hooks', 'filter.clean.clean', 'filter.smudge.smudge'];
  using hostile = new Hostile(MECHANISMS.filter(({ name }) => names.includes(name)));
  await using client = await connect(serve([hostile.dir.path], { trust: true }), { revision: '2025-11-25' });
  expect(failures(await callAll(client, WRITES))).toEqual([]);
  expect(hostile.fired.toSorted()).toEqual(names.toSorted());
});

test('no setting of a repository shows a file elsewhere, or changes the form of the history', async () => {
  using nest = temporary();
  nest.write({ 'secret.txt': 'top secret\n' });
  const answersOf = async (dir: Temporary): Promise<Map<string, unknown>> => {
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
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
