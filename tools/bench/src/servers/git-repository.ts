// A clone with uncommitted changes: of a generated history or of a given repository.
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateHistory, git } from './git-history.ts';

export interface Repository {
  readonly directory: string;
  /** The last commit that is not a merge. */
  readonly commit: string;
  /** A changed file that is not staged. */
  readonly changedFile: string;
}

const changedFiles = 20;
const stagedFiles = 5;
const newFiles = 5;

/** Appends a line to some of the files, stages a few of these, and adds some new files. */
function changeFiles(directory: string): string {
  const texts = git(directory, 'ls-files', '*.ts', '*.js', '*.c', '*.h', '*.py', '*.md').split('\n');
  const step = Math.max(1, Math.floor(texts.length / changedFiles));
  const changed = texts.filter((_, index) => index % step === 0).slice(0, changedFiles);
  for (const path of changed) appendFileSync(join(directory, path), '\n// a line that was added\n');
  git(directory, 'add', '--', ...changed.slice(0, stagedFiles));
  for (let n = 0; n < newFiles; n++) writeFileSync(join(directory, `new-${n}.txt`), 'new\n');
  return changed.at(-1) ?? '';
}

/** Clones a repository into `project` below `root`. */
export function cloneRepository(root: string, source: string): Repository {
  const directory = join(root, 'project');
  git('.', 'clone', '--quiet', '--no-tags', source, directory);
  const commit = git(directory, 'log', '-n', '1', '--no-merges', '--format=%H');
  return { directory, commit, changedFile: changeFiles(directory) };
}

/** Clones a newly generated history of 4,001 files. */
export async function cloneGenerated(root: string, commits: number): Promise<Repository> {
  return cloneRepository(root, await generateHistory(root, commits));
}
