// git_rebase: replays the commits of the current branch onto another one.
import { ToolError } from '@mcp/runtime';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeIcon } from '../icons.ts';
import type { Repository } from '../repositories.ts';
import type { Step } from '../write/integrate.ts';
import { writtenByRebase } from '../write/overwritten.ts';
import { integrationTool } from './integration.ts';

const STATE = 'rebase-merge';

/** Files of a rebase that only moves commits. Any other file makes git do more. */
const PLAIN_STATE: ReadonlySet<string> = new Set([
  ...['author-script', 'done', 'drop_redundant_commits', 'end', 'git-rebase-todo', 'git-rebase-todo.backup'],
  ...['gpg_sign_opt', 'head-name', 'interactive', 'keep_redundant_commits', 'message', 'msgnum', 'onto'],
  ...['no-reschedule-failed-exec', 'orig-head', 'patch', 'quiet', 'rewritten-list', 'rewritten-pending'],
  ...['stopped-sha', 'strategy', 'allow_rerere_autoupdate', 'reschedule-failed-exec', 'verbose'],
]);

/** Files that git removes, or applies for the user, when a rebase is aborted. */
const GIVEN_UP_STATE: ReadonlySet<string> = new Set([
  ...PLAIN_STATE,
  'autostash',
  'update-refs',
  'strategy_opts',
]);

// A rebase in progress may have come with the repository, and name programs or other branches.
const check = async (repository: Repository, step: Step): Promise<void> => {
  if (step === 'begin') return repository.protection.checkBranch((await repository.head()).branch);
  const folder = join(repository.gitDir, STATE);
  const read = (name: string): string => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  };
  const branch = read('head-name').replace(/^refs\/heads\//, '');
  const isRewriting = step === 'continue' || (await tipOf(repository, branch)) !== read('orig-head');
  if (isRewriting) repository.protection.checkBranch(branch);
  if (repository.options.trust === 'trusted') return;
  const known = step === 'abort' ? GIVEN_UP_STATE : PLAIN_STATE;
  const isKnown = !existsSync(folder) || readdirSync(folder).every((name) => known.has(name));
  const isPlain =
    step === 'abort' ||
    (read('git-rebase-todo')
      .split('\n')
      .every((line) => /^(?:(?:pick|p) [0-9a-f]+|noop|#|\s*$)/.test(line)) &&
      /^(?:ort|recursive)?$/.test(read('strategy')) &&
      // Git would continue this one first.
      !repository.has('rebase-apply') &&
      /^(?:-S)?$/.test(read('gpg_sign_opt')));
  if (!isKnown || !isPlain)
    throw new ToolError(
      step === 'abort'
        ? 'This rebase has files that git does not write for one. Ask the user to look at .git/rebase-merge.'
        : 'This rebase does more than move commits. Ask the user to go on with it, or abort: true.',
    );
};

const tipOf = async (repository: Repository, branch: string): Promise<string | undefined> =>
  branch === '' ? '' : repository.find(`refs/heads/${branch}`, 'branch');

export const gitRebase = integrationTool({
  name: 'git_rebase',
  title: 'Rebase',
  description:
    'Rebase the current branch onto another branch or commit. Refuses protected branches, and reports conflicts.',
  icons: mergeIcon,
  aliases: { onto: 'revision', base: 'revision' },
  integration: {
    command: 'rebase',
    marker: STATE,
    options: [
      '--merge',
      '--quiet',
      '--no-stat',
      '--no-autostash',
      '--no-autosquash',
      '--no-fork-point',
      '--no-rerere-autoupdate',
    ],
    written: writtenByRebase,
    check,
  },
  revision: 'The branch or commit to rebase onto',
  verb: 'rebasing onto',
});
