// Programs that a repository configures for what merges, reverts, picks, amends, tags and stashes.
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { ask, call, diverged, serve, temporary, textsOf, type Temporary } from '../setup.ts';

/** Gives the commit of a branch a signature, which is none. */
const sign = (dir: Temporary, branch: string): void => {
  const signature = '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n';
  writeFileSync(dir.at('.git/signed'), dir.git('cat-file', 'commit', branch).replace('\n\n', signature));
  const hash = dir.git('hash-object', '-t', 'commit', '-w', '.git/signed').trim();
  dir.git('update-ref', `refs/heads/${branch}`, hash);
};

type Attack = readonly [
  name: string,
  prepare: (dir: Temporary, program: string) => void,
  /** What a person would run, if it is not a merge. */
  control?: readonly string[],
];

const ATTACKS: readonly Attack[] = [
  [
    'a merge driver',
    (dir, program) => {
      dir.git('config', 'merge.evil.driver', program);
      appendFileSync(dir.at('.git/info/attributes'), '* merge=evil\n');
    },
  ],
  [
    'a default merge driver',
    (dir, program) => {
      dir.git('config', 'merge.evil.driver', program);
      dir.git('config', 'merge.default', 'evil');
    },
  ],
  [
    'signatures that a merge checks',
    (dir, program) => {
      sign(dir, 'topic');
      dir.git('config', 'gpg.program', program);
      dir.git('config', 'merge.verifySignatures', 'true');
      dir.git('config', 'tag.gpgSign', 'true');
      dir.git('config', 'tag.forceSignAnnotated', 'true');
      dir.git('config', 'commit.gpgSign', 'true');
    },
  ],
  [
    'options of a merge',
    (dir, program) => {
      sign(dir, 'topic');
      dir.git('config', 'gpg.program', program);
      dir.git('config', 'branch.main.mergeOptions', '--gpg-sign --verify-signatures');
    },
  ],
  [
    'filters',
    (dir, program) => {
      dir.git('config', 'filter.evil.clean', program);
      dir.git('config', 'filter.evil.smudge', program);
      appendFileSync(dir.at('.git/info/attributes'), '* filter=evil\n');
    },
  ],
  [
    'a strategy that is an alias',
    (dir, program) => {
      dir.git('config', 'pull.twohead', 'evil');
      dir.git('config', 'alias.merge-evil', `!${program}`);
    },
    ['cherry-pick', 'topic'],
  ],
  ['a monitor of the file system', (dir, program) => void dir.git('config', 'core.fsmonitor', program)],
  [
    'hooks',
    (dir, program) => {
      const hooks = ['pre-merge-commit', 'post-merge', 'commit-msg', 'prepare-commit-msg', 'post-commit'];
      for (const hook of [
        ...hooks,
        'post-rewrite',
        'post-checkout',
        'reference-transaction',
        'post-index-change',
      ]) {
        dir.write({ [`.git/hooks/${hook}`]: `#!/bin/sh\n${program}\n` });
        chmodSync(dir.at('.git/hooks', hook), 0o755);
      }
    },
  ],
];

/** A repository with the branches main and topic, and a program for each attack that leaves a canary of its name. */
const prepared = (nest: Temporary, attacks: typeof ATTACKS, ours: string): Temporary => {
  const dir = diverged(ours, 'b.txt');
  for (const [name, prepare] of attacks) {
    const program = nest.at(`${name.replaceAll(/\W/g, '-')}.sh`);
    writeFileSync(program, `#!/bin/sh\n: > '${nest.at('fired', name)}'\nexit 0\n`);
    chmodSync(program, 0o755);
    prepare(dir, program);
  }
  rmSync(nest.at('fired'), { recursive: true, force: true });
  mkdirSync(nest.at('fired'));
  return dir;
};

const MERGE = ['merge', '--no-edit', 'topic'];
const CONTROLS = ATTACKS.map(([name, prepare, control = MERGE]) => ({ name, prepare, control }));

test.each(CONTROLS)('plain git runs $name', ({ name, prepare, control }) => {
  using nest = temporary();
  mkdirSync(nest.at('fired'));
  using dir = prepared(nest, [[name, prepare]], name.includes('driver') ? 'b.txt' : 'a.txt');
  try {
    dir.git(...control);
  } catch {
    // What the program leaves is no signature and no merge; that it ran is enough.
  }
  expect(readdirSync(nest.at('fired'))).toEqual([name]);
});

// The first has a conflict, the second none.
test.each(['b.txt', 'a.txt'])('our tools run none of them, where main changed %s', async (ours) => {
  using nest = temporary();
  mkdirSync(nest.at('fired'));
  using dir = prepared(nest, ATTACKS, ours);
  const second = dir.git('rev-parse', 'HEAD').trim();
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  for (const [tool, args] of [
    ['git_merge', { revision: 'topic', dry_run: true }],
    ['git_review', { base: 'topic' }],
    ['git_merge', { revision: 'topic' }],
    ['git_conflicts', {}],
    ['git_conflicts', { path: 'a.txt', take: 'ours' }],
    ['git_merge', { abort: true }],
    ['git_undo', { dry_run: true }],
    ['git_cherry_pick', { revision: 'topic', dry_run: true }],
    ['git_cherry_pick', { revision: 'topic' }],
    ['git_cherry_pick', { abort: true }],
    ['git_revert', { revision: second }],
    ['git_revert', { continue: true }],
    ['git_revert', { abort: true }],
    ['git_tag', { action: 'create', tag_name: 'v1' }],
    ['git_tag', { action: 'create', tag_name: 'v2', message: 'x' }],
    ['git_checkout', { branch_name: 'feature', create: true }],
    ['git_rebase', { revision: 'topic' }],
    ['git_rebase', { continue: true }],
    ['git_rebase', { abort: true }],
    ['git_commit', { amend: true, message: 'x' }],
  ] as const)
    await call(client, tool, args);
  dir.write({ 'a.txt': 'changed\n' });
  for (const action of ['push', 'pop']) await call(client, 'git_stash', { action });
  expect(readdirSync(nest.at('fired'))).toEqual([]);
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('changed\n');
  expect(dir.git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('feature\n');
  expect(dir.git('tag', '--list')).toBe('v1\nv2\n');
});

/** A repository whose configuration names a merge strategy, which is a program in a folder of the repository. */
const withStrategy = (): Temporary => {
  const dir = diverged('a.txt', 'b.txt');
  dir.write({ 'git-merge-x/evil': `#!/bin/sh\n: > '${dir.at('.git/fired')}'\nexit 1\n` });
  chmodSync(dir.at('git-merge-x/evil'), 0o755);
  dir.git('config', 'pull.twohead', 'x/evil');
  return dir;
};

/** The keys that git_status lists as without effect. */
const unusedIn = async (dir: Temporary): Promise<unknown> => {
  const { structuredContent } = await ask(dir, 'git_status');
  return (structuredContent?.['trust'] as { readonly neutralised: unknown } | undefined)?.neutralised;
};

test.each([
  ['git_merge', 'topic'],
  ['git_cherry_pick', 'topic'],
  ['git_rebase', 'topic'],
  ['git_revert', 'HEAD'],
])('%s does not run a strategy that is a program in the repository', async (tool, revision) => {
  using dir = withStrategy();
  const args = { revision };
  const answer = await ask(dir, tool, args, { protectedBranches: ['none'] });
  expect(readdirSync(dir.at('.git'))).not.toContain('fired');
  expect(answer.structuredContent).toMatchObject({ result: 'done' });
  expect(await unusedIn(dir)).toEqual(['pull.twohead']);
});

test('plain git runs it, and a rebase that was begun without a strategy goes on without it', async () => {
  using dir = withStrategy();
  expect(() => dir.git('rebase', '--quiet', 'topic')).toThrow(/Command failed/);
  expect(readdirSync(dir.at('.git'))).toContain('fired');
  rmSync(dir.at('.git/fired'));
  rmSync(dir.at('.git/rebase-merge/strategy'));
  const goOn = async (): Promise<string> =>
    textsOf(await ask(dir, 'git_rebase', { continue: true }, { protectedBranches: ['none'] })).join();
  // Git would continue what is in there instead, which was not looked at.
  mkdirSync(dir.at('.git/rebase-apply'));
  expect(await goOn()).toMatch(/^This rebase does more than move commits\. Ask the user/);
  rmSync(dir.at('.git/rebase-apply'), { recursive: true });
  // The configuration of the repository names a strategy, and has no say.
  expect(await goOn()).toMatch(/^The rebase is done/);
  expect(readdirSync(dir.at('.git'))).not.toContain('fired');
});

test('options for merges that the configuration has are not taken', async () => {
  using dir = diverged('a.txt', 'b.txt');
  dir.git('config', 'branch.main.mergeOptions', '--squash');
  const answer = await call(await connect(serve([dir.path]), { revision: '2025-11-25' }), 'git_merge', {
    revision: 'topic',
  });
  expect(answer.structuredContent).toMatchObject({ result: 'done' });
  expect(await unusedIn(dir)).toEqual(['branch.main.mergeoptions']);
  expect(dir.git('rev-list', '--parents', '--max-count=1', 'HEAD').trim().split(' ')).toHaveLength(3);
});
