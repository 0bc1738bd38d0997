// A repository that nobody trusts, with a program in each place where git would run one. The program leaves a canary.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { repository, serve, temporary, type Temporary } from '../setup.ts';
import { callAll, failures, READS, WRITES } from './all-tools.ts';

interface Attack {
  readonly name: string;
  /** Prepares the repository. `program` leaves the canary and passes its input on. */
  prepare(dir: Temporary, program: string): void;
  /** What a person would run that starts the program: without it the test would show nothing. */
  readonly control: readonly string[];
  /** The key that is reported. */
  readonly key?: string;
  /** The calls that cannot work then, by their beginning. */
  readonly readFailures?: readonly string[];
}

const attribute = (dir: Temporary, value: string): void =>
  writeFileSync(dir.at('.git/info/attributes'), `* ${value}\n`);

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

const set = (key: string, control: readonly string[], before?: (dir: Temporary) => void): Attack => ({
  name: key,
  key,
  control,
  prepare(dir, program) {
    before?.(dir);
    dir.git('config', key, program);
  },
});

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

const ATTACKS: readonly Attack[] = [
  set('core.fsmonitor', ['status']),
  set('diff.external', ['diff']),
  set('diff.evil.command', ['diff'], (dir) => attribute(dir, 'diff=evil')),
  set('diff.evil.textconv', ['diff'], (dir) => attribute(dir, 'diff=evil')),
  set('filter.evil.clean', ['diff'], (dir) => attribute(dir, 'filter=evil')),
  set('filter.evil.process', ['diff'], (dir) => {
    attribute(dir, 'filter=evil');
    dir.git('config', 'filter.evil.required', 'true');
  }),
  set('filter.evil.smudge', ['checkout', '--', '.'], (dir) => attribute(dir, 'filter=evil')),
  // A name that could end the key where a setting is given as `-c key=value`.
  set('filter.ev=il.x=.clean', ['diff'], (dir) => attribute(dir, 'filter=ev=il.x=')),
  set('gpg.program', ['log'], isSigned),
  set('gpg.openpgp.program', ['log'], isSigned),
  {
    name: 'hooks',
    prepare: (dir, program) => writeHooks(dir, '.git/hooks', program),
    control: ['commit', '--all', '--message', 'x'],
  },
  {
    name: 'core.hooksPath',
    key: 'core.hookspath',
    prepare: (dir, program) => {
      writeHooks(dir, '.hooks', program);
      dir.git('config', 'core.hooksPath', dir.at('.hooks'));
    },
    control: ['commit', '--all', '--message', 'x'],
  },
  {
    name: 'a filter in an included file',
    key: 'filter.evil.clean',
    prepare: (dir, program) => {
      attribute(dir, 'filter=evil');
      dir.git('config', '--file', dir.at('.git/more'), 'filter.evil.clean', program);
      dir.git('config', 'include.path', 'more');
    },
    control: ['diff'],
  },
  {
    name: 'a filter in a conditional include of an included file',
    key: 'filter.evil.clean',
    prepare: (dir, program) => {
      attribute(dir, 'filter=evil');
      dir.git('config', '--file', dir.at('.git/evil'), 'filter.evil.clean', program);
      dir.git('config', '--file', dir.at('.git/more'), 'includeIf.onbranch:main.path', dir.at('.git/evil'));
      dir.git('config', 'include.path', 'more');
    },
    control: ['diff'],
  },
  {
    name: 'a filter in the configuration of a worktree',
    key: 'filter.evil.clean',
    prepare: (dir, program) => {
      attribute(dir, 'filter=evil');
      dir.git('config', 'extensions.worktreeConfig', 'true');
      dir.git('config', '--worktree', 'filter.evil.clean', program);
    },
    control: ['diff'],
  },
  {
    name: 'a filter of a submodule',
    prepare: (dir, program) => {
      const inner = dir.at('sub');
      dir.git('init', '--quiet', 'sub');
      writeFileSync(dir.at('sub/inner.txt'), 'one\n');
      dir.git('-C', inner, 'add', '.');
      dir.git('-C', inner, 'commit', '--quiet', '--message', 'inner');
      writeFileSync(dir.at('.gitmodules'), '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n');
      dir.commit('with a submodule');
      writeFileSync(dir.at('sub/.git/info/attributes'), '* filter=evil\n');
      dir.git('-C', inner, 'config', 'filter.evil.clean', program);
      dir.git('-C', inner, 'config', 'core.fsmonitor', program);
      dir.write({ 'sub/inner.txt': 'two\n', 'a.txt': 'three\n' });
    },
    control: ['status'],
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

const withCanary = async (
  attack: Attack,
  run: (dir: Temporary, hasFired: () => boolean) => Promise<void>,
): Promise<void> => {
  using nest = temporary();
  nest.write({ 'program.sh': `#!/bin/sh\n: > ${nest.at('canary')}\ncat\n` });
  chmodSync(nest.at('program.sh'), 0o755);
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  attack.prepare(dir, nest.at('program.sh'));
  rmSync(nest.at('canary'), { force: true });
  await run(dir, () => {
    const fired = existsSync(nest.at('canary'));
    rmSync(nest.at('canary'), { force: true });
    return fired;
  });
};

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

describe.each(ATTACKS)('$name', (attack) => {
  test.each([{ trust: false }, { trust: true }])('is never started by what reads (%j)', async ({ trust }) => {
    await withCanary(attack, async (dir, hasFired) => {
      await using client = await connect(serve([dir.path], { trust }), { revision: '2025-11-25' });
      const answers = await callAll(client, READS);
      await useResourcesAndPrompts(client, dir);
      expect(hasFired()).toBe(false);
      expect(failures(answers)).toEqual(
        (attack.readFailures ?? []).map((name) => expect.stringContaining(name)),
      );
      expect(answers.get('git_status {}')?.structuredContent?.['trust']).toEqual({
        policy: 'untrusted',
        neutralised: expect.arrayContaining(attack.key === undefined ? [] : [attack.key]),
      });
      expect(readdirSync(dir.at('.git')).filter((name) => name.endsWith('.lock'))).toEqual([]);
    });
  });

  test('is not started by a tool that writes', async () => {
    await withCanary(attack, async (dir, hasFired) => {
      await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
      const answers = await callAll(client, WRITES);
      expect(hasFired()).toBe(false);
      expect(failures(answers)).toEqual([]);
    });
  });

  test('would be started by plain git', async () => {
    await withCanary(attack, async (dir, hasFired) => {
      try {
        dir.git(...attack.control);
      } catch {
        // The program is no real helper; that it ran is enough.
      }
      expect(hasFired()).toBe(true);
    });
  });
});

test('hooks and filters run in tools that write with --trust-repo-config', async () => {
  for (const attack of ATTACKS.filter(({ name }) =>
    ['hooks', 'core.hooksPath', 'filter.evil.clean'].includes(name),
  )) {
    await withCanary(attack, async (dir, hasFired) => {
      await using client = await connect(serve([dir.path], { trust: true }), { revision: '2025-11-25' });
      expect(failures(await callAll(client, WRITES))).toEqual([]);
      expect(hasFired()).toBe(true);
    });
  }
});
