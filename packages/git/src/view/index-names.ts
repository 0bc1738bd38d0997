// Checks the names in the index as git reads them. Git checks names that it adds, never those that it finds. With a
// name like `../x`, a command could read or write outside.
import { constants, lstatSync, promises, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isGitFolder, quoted } from '../arguments/arguments.ts';
import { refusal } from '../process/errors.ts';
import { Records, type OnChunk, type Work } from '../process/work.ts';

const known = new Map<string, { readonly stamp: string; readonly gitlinks: readonly string[] }>();
const MAX_KNOWN = 100;
const MAX_GITLINKS = 10_000;

/** Commands that do not use the index. */
const WITHOUT_INDEX = new Set([
  ...['branch', 'cat-file', 'config', 'for-each-ref', 'log', 'ls-tree', 'merge-base', 'reflog', 'rev-list'],
  ...['rev-parse', 'show-ref', 'symbolic-ref', 'tag', 'update-ref', 'worktree list'],
]);

/** Whether a command may use the index. */
export const usesIndex = ({ name }: Work): boolean => !WITHOUT_INDEX.has(name);

/**
 * Returns the submodules in the index of a git directory. `list` runs git's `ls-files`. The result is cached until a
 * file of the index changes.
 *
 * @throws {GitError} if a name in the index leads out of the repository, or into a git directory.
 */
export const readIndex = async (
  gitDir: string,
  list: (work: Work, onChunk: OnChunk) => Promise<unknown>,
): Promise<readonly string[]> => {
  const stamp = stampOf(gitDir);
  if (stamp === '') return [];
  const before = known.get(gitDir);
  if (before?.stamp === stamp) return before.gitlinks;
  const gitlinks: string[] = [];
  let bad: string | undefined;
  const records = new Records((record) => {
    const name = record.slice(record.indexOf('\t') + 1);
    if (!isBelow(name)) bad ??= name;
    if (record.startsWith('160000 ') && gitlinks.push(name) > MAX_GITLINKS) bad ??= name;
  });
  await list({ name: 'ls-files', options: ['--stage', '-z'] }, (chunk) => {
    records.add(chunk);
    return bad === undefined;
  });
  if (bad !== undefined) throw badName(bad);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(gitDir, { stamp, gitlinks });
  return gitlinks;
};

/**
 * Changes with each write of the index, or of the files that it shares entries with (git-update-index, "Split index").
 */
const stampOf = (gitDir: string): string =>
  ['index', ...readdirSync(gitDir).filter((name) => /^sharedindex\./i.test(name))]
    .map((name) => {
      const stats = statSync(join(gitDir, name), { bigint: true, throwIfNoEntry: false });
      if (stats === undefined) return '';
      checkSize(stats.size);
      return `${name} ${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}\n`;
    })
    .join('');

/** On Windows: a stream, a drive, another separator, or a suffix that the system drops. */
const ODD = process.platform === 'win32' ? /[:\\]|[. ](?:\/|$)/ : /(?!)/;

/** Whether a name leads to a file below the top level on every file system. */
export const isBelow = (name: string): boolean =>
  !/^\/|\0|(?:^|\/)\.{0,2}(?:\/|$)/.test(name) && !ODD.test(name) && !name.split(/[/\\]/).some(isGitFolder);

const badName = (name: string): Error =>
  refusal(
    'access_denied',
    `The index of the repository has the name ${quoted(name)}, which is not that of a file below its top level, so the ` +
      'repository is not used.',
    'Ask the user to look at it: git did not make this entry. "git read-tree HEAD" makes the index anew.',
  );

/** Enough for millions of files. */
const MAX_BYTES = 512_000_000;

const checkSize = (size: bigint): void => {
  if (size <= MAX_BYTES) return;
  throw refusal(
    'too_large',
    `The index of this repository has ${size} bytes; ${MAX_BYTES} is the most that this server takes.`,
    'Ask the user to look at the file index in the git directory.',
  );
};

/**
 * Copies the index of a git directory into an empty folder, for a command that would update it, as `git diff` does.
 * Returns the path of the copy, or undefined if there is no index.
 *
 * @throws {GitError} if it is too large.
 */
export const copyIndex = async (gitDir: string, folder: string): Promise<string | undefined> => {
  const [index, copy] = [join(gitDir, 'index'), join(folder, 'index')];
  const stats = lstatSync(index, { bigint: true, throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  checkSize(stats.size);
  // Git compares by content every file that is as new as the index, so the copy needs the same time.
  const seconds = Number(stats.mtimeMs / 1000n);
  await promises.copyFile(index, copy, constants.COPYFILE_FICLONE);
  await promises.utimes(copy, seconds, seconds);
  return copy;
};
