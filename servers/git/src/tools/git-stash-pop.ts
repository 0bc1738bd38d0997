// git_stash_pop and git_stash_apply: bring back what was put aside. One forgets it, the other keeps it.
import { adds, defineTool, destroys, type Tool, type ToolResult } from '@mcp/runtime';
import { stashIcon } from '../icons.ts';
import { toFailure } from '../repository/errors.ts';
import type { Repositories } from '../repository/repositories.ts';
import type { Repository } from '../repository/repository.ts';
import { conflictsOf } from '../write/changed-files.ts';
import { spareFiles, writtenByStash } from '../write/overwritten.ts';
import { answer, neutralised, repoPath, stash as stashArgument, strings, toStash } from './shared.ts';

const input = {
  type: 'object',
  properties: { repo_path: repoPath, stash: { ...stashArgument, default: 'stash@{0}' } },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { result: { type: 'string', enum: ['done', 'conflict'] }, conflicts: strings, neutralised },
  required: ['result', 'conflicts', 'neutralised'],
} as const;

export const gitStashPop = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_stash_pop',
    title: 'Pop a stash',
    description: 'Bring stashed changes back, and delete the stash unless there are conflicts.',
    icons: stashIcon,
    annotations: destroys,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, stash }, ctx) {
      return bringBack(await repositories.openWorkTree(place, ctx), 'pop', stash);
    },
  });

export const gitStashApply = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_stash_apply',
    title: 'Apply a stash',
    description: 'Bring stashed changes back, and keep the stash.',
    icons: stashIcon,
    annotations: adds,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, stash }, ctx) {
      return bringBack(await repositories.openWorkTree(place, ctx), 'apply', stash);
    },
  });

// Conflicts are an answer.
const bringBack = async (
  repository: Repository,
  verb: 'pop' | 'apply',
  stash: string,
): Promise<ToolResult> => {
  const name = `stash ${verb}`;
  const operands = [toStash(stash)];
  const conflicts = await repository.change(async (run) => {
    if ((await conflictsOf(run)).length > 0) throw toFailure(name, 'files are in conflict: needs merge');
    const commit = await repository.resolve(`${toStash(stash)}^{commit}`, 'stash');
    await spareFiles(repository, run, await writtenByStash(run, commit));
    const { code, errors, text: printed } = await run({ name, options: ['--quiet'], operands, answers: [1] });
    const found = code === 0 ? [] : await conflictsOf(run);
    if (code !== 0 && found.length === 0) throw toFailure(name, errors || printed);
    return found;
  });
  const isDone = conflicts.length === 0;
  const kept = verb === 'apply' || !isDone ? `${stash} is kept` : `${stash} is deleted`;
  const title = isDone ? `Changes are back; ${kept}.` : `There are conflicts, and ${kept}:`;
  return answer([title, ...conflicts].join('\n'), {
    result: isDone ? 'done' : 'conflict',
    conflicts,
    neutralised: repository.neutralised(),
  });
};
