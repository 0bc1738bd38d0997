// Protected branches: their commits are not rewritten or deleted (`--protected-branches`).
import { ToolError } from '@mcp/runtime';
import { splitLines } from '../read/records.ts';
import { toRevision, type Option, type Revision } from '../repository/arguments.ts';
import { refusal } from '../repository/errors.ts';
import { shownName } from '../repository/names.ts';
import type { Repository } from '../repository/repository.ts';
import type { Run, Work } from '../repository/work.ts';

type Options = Pick<Repository, 'options'>;

// File systems may take names in another letter case for the same.
const isProtected = ({ options }: Options, branch: string): boolean =>
  options.protectedBranches.includes(branch.toLowerCase());

/**
 * Refuses a change that would drop commits from a protected branch.
 *
 * @throws {ToolError} for such a branch.
 */
export const checkUnprotected = (repository: Options, branch: string | undefined): void => {
  if (branch === undefined || !isProtected(repository, branch)) return;
  throw refusal(
    'protected',
    `${branch} is protected: its commits are not rewritten or deleted here.`,
    'Work on another branch, or ask the user to start the server with other --protected-branches.',
  );
};

/**
 * Refuses to take these commits off a protected branch, if a remote branch has one of them.
 *
 * @throws {ToolError} for such a commit.
 */
export const checkUnpublished = async (
  repository: Repository,
  run: Run,
  removed: Revision,
): Promise<void> => {
  const { branch } = await repository.head();
  try {
    checkUnprotected(repository, branch);
  } catch (error) {
    const count = async (options: readonly Option[]): Promise<number> =>
      Number((await run({ name: 'rev-list', options: ['--count', ...options], operands: [removed] })).text);
    const all = await count([]);
    if (all === (await count(['--not', '--remotes', '--not']))) return;
    throw branch === undefined
      ? error
      : refusal(
          'protected',
          `${shownName(branch)} is protected, and a remote branch has commits that this would remove.`,
          'git_revert undoes a commit with a new one. Or ask the user to start the server with other --protected-branches.',
        );
  }
};

type Tips = ReadonlyMap<string, string>;

const readTips = async (repository: Repository, run: Run): Promise<Tips> => {
  const options: Option[] = ['--format=%(objectname) %(refname)'];
  const operands = [toRevision('refs/heads', 'branch')];
  const { text } = await run({ name: 'for-each-ref', options, operands });
  const refs = splitLines(text).map(
    (line) => [line.slice(line.indexOf(' ') + 1), line.split(' ', 1).join()] as const,
  );
  return new Map(refs.filter(([ref]) => isProtected(repository, ref.slice('refs/heads/'.length))));
};

/**
 * Runs a command that does what files of the git directory say. A protected branch that lost commits by it gets them back.
 *
 * @throws {ToolError} when one had lost commits.
 */
export const runKeepingProtected = async (repository: Repository, run: Run, work: Work) => {
  const before = await readTips(repository, run);
  const ended = await run(work);
  const after = await readTips(repository, run);
  const lost: string[] = [];
  for (const [ref, tip] of before) {
    const now = after.get(ref);
    if (now === tip || (now !== undefined && (await isAncestor(run, tip, now)))) continue;
    await run({ name: 'update-ref', operands: [toRevision(ref, 'branch'), toRevision(tip, 'branch')] });
    lost.push(shownName(ref.slice('refs/heads/'.length)));
  }
  if (lost.length === 0) return ended;
  throw new ToolError(
    `The ${work.name} in progress would have removed commits from a protected branch: ${lost.join(', ')}. The server restored it.`,
    { code: 'protected', hint: 'Look with git_status. Ask the user who began this operation.' },
  );
};

const isAncestor = async (run: Run, older: string, newer: string): Promise<boolean> => {
  const operands = [toRevision(older, 'branch'), toRevision(newer, 'branch')];
  return (await run({ name: 'merge-base', options: ['--is-ancestor'], operands, answers: [1] })).code === 0;
};
