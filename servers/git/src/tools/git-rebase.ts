// git_rebase: makes the commits of the current branch again, on top of another one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool, ToolError } from '@mcp/runtime';
import type { Repository } from '../repository/repository.ts';
import { mergeIcon } from '../icons.ts';
import {
  INTEGRATES,
  integrate,
  integrationInput,
  integrationOutput,
  type Integration,
} from '../write/integrate.ts';
import { previewRebase } from '../write/preview.ts';
import type { Repositories } from '../repository/repositories.ts';

const STATE = 'rebase-merge';

// A branch that is rewritten must not be protected. One that goes on may have been begun by somebody else, also by who
// made the repository: then it could name programs to run, or other branches.
const check = (repository: Repository, isBegun: boolean): void => {
  const read = (name: string): string => {
    const path = join(repository.gitDir, STATE, name);
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  };
  const head = isBegun ? read('head-name').replace(/^refs\/heads\//, '') : repository.head().branch;
  repository.checkUnprotected(head);
  if (!isBegun || repository.options.trust === 'trusted') return;
  const isPlain =
    read('git-rebase-todo')
      .split('\n')
      .every((line) => /^(?:(?:pick|p) [0-9a-f]+|noop|#|\s*$)/.test(line)) &&
    /^(?:ort|recursive)?$/.test(read('strategy')) &&
    /^(?:-S)?$/.test(read('gpg_sign_opt')) &&
    ['strategy_opts', 'update-refs'].every((name) => read(name) === '');
  if (!isPlain)
    throw new ToolError(
      'This rebase does more than move commits. Ask the user to go on with it, or abort: true.',
    );
};

const integration: Integration = {
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
  preview: previewRebase,
  check,
};

export const gitRebase = (repositories: Repositories) =>
  defineTool({
    name: 'git_rebase',
    title: 'Rebase',
    description:
      'Makes the commits of the current branch again, on top of a branch or commit. Not for commits that others have.',
    icons: mergeIcon,
    annotations: INTEGRATES,
    inputSchema: integrationInput,
    outputSchema: integrationOutput,
    async run({ repo_path: place, ...query }, ctx) {
      return integrate(await repositories.open(place, ctx), integration, query, ctx.signal);
    },
  });
