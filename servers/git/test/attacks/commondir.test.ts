// The file `commondir` (gitrepository-layout): git reads it for refs even if GIT_COMMON_DIR is set. Where text and
// kernel, or bytes and UTF-8, differ, it could find unchecked refs.
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, call, git, open, temporary, textsOf, type Temporary } from '../setup.ts';

/** Creates `in/R`, which is allowed, and `out`, which is not. Returns the commit of `out`. */
const prepare = (nest: Temporary): string => {
  nest.repository('in/R');
  const out = nest.repository('out', {}, 'out');
  out.git('branch', 's3cret');
  return out.git('rev-parse', 'HEAD').trim();
};

const bytes = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

/** Each leaves a harmless directory where the text leads, and one outside where git goes. */
const WAYS: readonly (readonly [name: string, make: (nest: Temporary) => string | Buffer])[] = [
  [
    'bytes that are not UTF-8',
    (nest) => {
      cpSync(nest.at('in/R/.git'), nest.at('in/x\ufffd'), { recursive: true });
      symlinkSync(nest.at('out/.git'), bytes(nest.at('in/x'), Buffer.of(0xff)));
      return bytes('../../x', Buffer.of(0xff), '\n');
    },
  ],
  [
    'two dots behind a link',
    (nest) => {
      cpSync(nest.at('in/R/.git'), nest.at('in/.git'), { recursive: true });
      mkdirSync(nest.at('out/folder'));
      symlinkSync(nest.at('out/folder'), nest.at('in/lnk'));
      return '../../lnk/../.git\n';
    },
  ],
  [
    'line breaks at its end',
    (nest) => {
      cpSync(nest.at('in/R/.git'), nest.at('in/x\n'), { recursive: true });
      symlinkSync(nest.at('out/.git'), nest.at('in/x'));
      return '../../x\n\n';
    },
  ],
  [
    'a link',
    (nest) => {
      symlinkSync(nest.at('out/.git'), nest.at('in/x'));
      return '../../x\n';
    },
  ],
];

test.each(WAYS)('shows and changes no refs outside: %s', async (_name, make) => {
  using made = temporary();
  const secret = prepare(made);
  writeFileSync(made.at('in/R/.git/commondir'), make(made));
  expect(git(made.at('in/R'), 'branch', '--list')).toContain('s3cret');
  await using client = await open(made.at('in'));
  for (const [tool, args] of [
    ['git_branch', {}],
    ['git_log', { ref: 's3cret' }],
    ['git_status', {}],
    ['git_create_branch', { branch_name: 'planted' }],
    ['git_tag', { action: 'create', tag_name: 'planted' }],
  ] as const) {
    const answer = await call(client, tool, { ...args, repo_path: made.at('in/R') });
    const printed = textsOf(answer).join('\n');
    expect([tool, answer.isError, printed.includes(secret), /\* main|^  s3cret/m.test(printed)]).toEqual([
      tool,
      true,
      false,
      false,
    ]);
  }
  expect(git(made.at('out'), 'for-each-ref', '--format=%(refname)')).toBe(
    'refs/heads/main\nrefs/heads/s3cret\n',
  );
});

test('a worktree whose commondir points outside is not listed with refs from there', async () => {
  using made = temporary();
  const secret = prepare(made);
  git(made.at('in/R'), 'worktree', 'add', '--quiet', made.at('in/linked'));
  writeFileSync(made.at('in/R/.git/worktrees/linked/commondir'), `${made.at('out/.git')}\n`);
  writeFileSync(made.at('in/R/.git/worktrees/linked/HEAD'), 'ref: refs/heads/s3cret\n');
  expect(git(made.at('in/R'), 'worktree', 'list')).toContain(secret.slice(0, 7));
  await using client = await open(made.at('in'));
  for (const tool of ['git_worktrees', 'git_branch', 'git_status']) {
    const printed = textsOf(await call(client, tool, { repo_path: made.at('in/R') })).join('\n');
    expect([tool, printed]).toEqual([tool, expect.stringMatching(/worktrees\/linked\/commondir/)]);
    expect([tool, printed.includes(secret.slice(0, 7))]).toEqual([tool, false]);
  }
});

test('linked worktrees created by git work', async () => {
  using made = temporary();
  prepare(made);
  git(made.at('in/R'), 'worktree', 'add', '--quiet', made.at('in/linked'));
  expect(readFileSync(made.at('in/R/.git/worktrees/linked/commondir'), 'utf8')).toBe('../..\n');
  await using client = await open(made.at('in'));
  const { isError } = await call(client, 'git_status', { repo_path: made.at('in/linked') });
  expect(isError).toBeUndefined();
});

test('a commondir that is a link is refused, whatever its text', async () => {
  using made = temporary();
  const secret = prepare(made);
  git(made.at('in/R'), 'worktree', 'add', '--quiet', made.at('in/linked'));
  const folder = made.at('in/R/.git/worktrees/linked');
  rmSync(`${folder}/commondir`);
  mkdirSync(`${folder}/refs`, { recursive: true });
  writeFileSync(`${folder}/refs/y`, `${made.at('out/.git')}\n`);
  symlinkSync('refs/y', `${folder}/commondir`);
  writeFileSync(`${folder}/HEAD`, 'ref: refs/heads/s3cret\n');
  expect(git(made.at('in/R'), 'worktree', 'list')).toContain(secret.slice(0, 7));
  const answer = await ask({ path: made.at('in/R') }, 'git_worktrees');
  expect(answer.isError).toBe(true);
  expect(textsOf(answer)[0]).toMatch(/worktrees\/linked\/commondir" is a link to "refs\/y"/);
});

test('a cached configuration is not used after a repository gets a commondir', async () => {
  using made = temporary();
  const [inner, other] = [made.repository('in/R'), made.repository('in/other')];
  inner.git('remote', 'add', 'before', 'https://example.org/before');
  other.git('remote', 'add', 'after', 'https://example.org/after');
  await using client = await open(made.at('in'));
  const remotes = async (): Promise<string> =>
    textsOf(await call(client, 'git_remotes', { repo_path: inner.path })).join('\n');
  expect(await remotes()).toContain('before');
  writeFileSync(inner.at('.git/commondir'), '../../other/.git\n');
  expect(git(inner.path, 'remote')).toBe('after\n');
  const now = await remotes();
  expect(now).toContain('after');
  expect(now).not.toContain('before');
});
