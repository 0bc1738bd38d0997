// git_rebase: makes the commits of the current branch again, on top of another one.
import { defineTool, destroys, type Tool, ToolError } from '@mcp/runtime';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import type { Repository } from '../repository/repository.ts';
import { integrate, integrationOutput, type Integration } from '../write/integrate.ts';
import { writtenByRebase } from '../write/overwritten.ts';
import { abortOf, goOn, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    revision: {
      type: 'string',
      description: 'The branch or commit to put the commits on. Needed unless abort or continue.',
    },
    abort: abortOf('rebase'),
    continue: goOn,
  },
  additionalProperties: false,
} as const;

const STATE = 'rebase-merge';

// A branch that is rewritten must not be protected. One in progress may have been put there by the one who
// made the repository: then it could name programs to run, or other branches.
const check = async (repository: Repository, isBegun: boolean): Promise<void> => {
  const read = (name: string): string => {
    const path = join(repository.gitDir, STATE, name);
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  };
  const head = isBegun ? read('head-name').replace(/^refs\/heads\//, '') : (await repository.head()).branch;
  repository.checkUnprotected(head);
  if (!isBegun || repository.options.trust === 'trusted') return;
  const isPlain =
    read('git-rebase-todo')
      .split('\n')
      .every((line) => /^(?:(?:pick|p) [0-9a-f]+|noop|#|\s*$)/.test(line)) &&
    /^(?:ort|recursive)?$/.test(read('strategy')) &&
    // Git would go on with this one first.
    !repository.has('rebase-apply') &&
    /^(?:-S)?$/.test(read('gpg_sign_opt')) &&
    ['strategy_opts', 'update-refs'].every((name) => read(name) === '');
  if (!isPlain)
    throw new ToolError(
      'This rebase does more than move commits. Ask the user to go on with it, or abort: true.',
    );
};

const rebase: Integration = {
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
};

export const gitRebase = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_rebase',
    title: 'Rebase',
    description:
      'Rebase the current branch onto another branch or commit. Do not rebase commits that were already pushed. Reports conflicts.',
    icons: mergeIcon,
    annotations: destroys,
    inputSchema: input,
    outputSchema: integrationOutput,
    aliases: { branch: 'revision', onto: 'revision', base: 'revision', ref: 'revision' },
    async run({ repo_path: place, ...query }, ctx) {
      return integrate(await repositories.openWorkTree(place, ctx), rebase, query);
    },
  });
