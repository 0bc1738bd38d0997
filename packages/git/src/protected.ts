// Protected branches are not rewritten or deleted (`--protected-branches`). Tools refuse the operations that they know;
// the runner of commands finds all others.
import { toRevision, type Option, type Revision } from './arguments/arguments.ts';
import { refusal } from './process/errors.ts';
import { shownName } from './arguments/names.ts';
import { READING, type Output, type Read, type Run, type Work } from './process/work.ts';
import type { Opened } from './opened.ts';

// File systems may ignore letter case.
const isProtected = ({ options }: Opened, branch: string): boolean =>
  options.protectedBranches.includes(branch.toLowerCase());

/** Refuses changes of protected branches. */
export class Protection {
  readonly #repository: Opened;

  constructor(repository: Opened) {
    this.#repository = repository;
  }

  /**
   * Refuses a change that would drop commits from a protected branch.
   *
   * @throws {GitError} for such a branch.
   */
  checkBranch(branch: string | undefined): void {
    if (branch === undefined || !isProtected(this.#repository, branch)) return;
    throw refusal(
      'protected',
      `${branch} is protected: its commits are not rewritten or deleted here.`,
      'Work on another branch, or ask the user to start the server with other --protected-branches.',
    );
  }

  /**
   * Refuses to take these commits off a protected branch, if a remote branch has one of them.
   *
   * @throws {GitError} for such a commit.
   */
  async checkUnpublished(run: Read, removed: Revision): Promise<void> {
    const { branch } = await this.#repository.head();
    if (branch === undefined || !isProtected(this.#repository, branch) || !(await isPublished(run, removed)))
      return;
    throw refusal(
      'protected',
      `${shownName(branch)} is protected, and a remote branch has commits that this would remove.`,
      'git_revert undoes a commit with a new one. Or ask the user to start the server with other --protected-branches.',
    );
  }
}

/** Whether a remote branch has one of these commits. */
const isPublished = async (run: Read, removed: Revision): Promise<boolean> => {
  const count = async (options: readonly Option[]): Promise<number> =>
    Number((await run({ name: 'rev-list', options: ['--count', ...options], operands: [removed] })).text);
  return (await count([])) !== (await count(['--not', '--remotes', '--not']));
};

/** Commands that drop no commit from a branch, except with an option that does. */
const ADDING: ReadonlySet<string> = new Set([
  ...READING,
  ...['add', 'apply', 'checkout-index', 'hash-object', 'restore', 'rm', 'update-index'],
  ...['stash apply', 'stash drop', 'stash pop', 'stash push', 'tag', 'worktree remove'],
  ...['branch', 'checkout', 'cherry-pick', 'commit', 'merge', 'revert', 'worktree add'],
]);
const DROPPING = /^--(?:abort|amend|continue|copy|delete|force|move|quit|skip)$|^-[BCDMdfm]/;

/**
 * Runs a command and restores the commits that a protected branch lost. Commands that cannot drop commits run directly.
 *
 * @throws {GitError} if a branch lost commits, or what the command throws.
 */
export const runProtected = async (repository: Opened, run: Run, work: Work): Promise<Output> => {
  const isAdding = ADDING.has(work.name) && !work.options?.some((option) => DROPPING.test(option));
  if (isAdding || repository.options.protectedBranches.length === 0) return run(work);
  const before = await readTips(repository, run);
  try {
    return await run(work);
  } finally {
    await restore(repository, run, work, before);
  }
};

type Tips = ReadonlyMap<string, string>;

const readTips = async (repository: Opened, run: Read): Promise<Tips> => {
  const options: Option[] = ['--format=%(objectname) %(refname)'];
  const operands = [toRevision('refs/heads', 'branch')];
  const { text } = await run({ name: 'for-each-ref', options, operands });
  const refs = text.split('\n').map((line) => {
    const [tip = '', ref = ''] = line.split(' ');
    return [ref, tip] as const;
  });
  return new Map(refs.filter(([ref]) => isProtected(repository, ref.slice('refs/heads/'.length))));
};

const restore = async (repository: Opened, run: Run, work: Work, before: Tips): Promise<void> => {
  const after = await readTips(repository, run);
  const lost: string[] = [];
  for (const [ref, tip] of before) {
    const now = after.get(ref);
    if (now === tip || (now !== undefined && (await mayMove(run, work, tip, now)))) continue;
    await run({ name: 'update-ref', operands: [toRevision(ref, 'branch'), toRevision(tip, 'branch')] });
    lost.push(shownName(ref.slice('refs/heads/'.length)));
  }
  if (lost.length === 0) return;
  throw refusal(
    'protected',
    `git ${work.name} would have removed commits from a protected branch: ${lost.join(', ')}. The server restored it.`,
    'Look with git_status. Ask the user who began this operation.',
  );
};

const mayMove = async (run: Read, { dropsUnpublished }: Work, from: string, to: string): Promise<boolean> => {
  const operands = [toRevision(from, 'branch'), toRevision(to, 'branch')];
  const compared = await run({ name: 'merge-base', options: ['--is-ancestor'], operands, answers: [1] });
  if (compared.code === 0) return true;
  return dropsUnpublished === true && !(await isPublished(run, toRevision(`${to}..${from}`, 'branch')));
};
