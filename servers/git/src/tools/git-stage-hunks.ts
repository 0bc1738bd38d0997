// git_stage_hunks: stages or unstages files, or one hunk as it was shown, for the page that hosts show beside git_status.
import { changes, defineTool, type Tool } from '@mcp/runtime';
import { addIcon } from '../icons.ts';
import { shownName } from '../repository/names.ts';
import type { Repositories } from '../repository/repositories.ts';
import { forStatusOnly } from '../views.ts';
import { stageChosen } from '../write/stage.ts';
import { answer, pathList, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    files: { ...pathList, minItems: 1, description: 'Whole files; or the one file of the hunk.' },
    hunk: { type: 'string', description: 'Only this hunk: its id from git_browse_hunks.' },
    stamp: { type: 'string', description: 'Refuse when the changes of the file have another stamp.' },
    unstage: { type: 'boolean', description: 'Unstage instead.' },
  },
  required: ['files'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { files: { type: 'array', items: { type: 'string' } } },
  required: ['files'],
} as const;

export const gitStageHunks = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_stage_hunks',
    title: 'Stage hunks',
    description: 'Stage or unstage files, or one hunk of a file.',
    icons: addIcon,
    annotations: changes,
    _meta: forStatusOnly,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, files, hunk, stamp, unstage }, ctx) {
      using repository = await repositories.openWorkTree(place, ctx);
      const paths = repository.toPaths(files, 'files');
      await repository.change((run) =>
        stageChosen(repository, run, { paths, hunk, stamp, isStaging: !unstage }),
      );
      const names = paths.map(shownName);
      const what = hunk === undefined ? '' : 'one hunk of ';
      return answer(`${unstage ? 'Unstaged' : 'Staged'} ${what}${names.join(', ')}`, { files: names });
    },
  });
