// git_browse_hunks: the changes of one file in hunks, for the page that hosts show beside git_status.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import { diffIcon } from '../icons.ts';
import { Budget } from '../read/budget.ts';
import { readHunks, toHunkText } from '../read/hunks.ts';
import { shownName } from '../repository/names.ts';
import type { Repositories } from '../repository/repositories.ts';
import { forStatusOnly } from '../views.ts';
import { answer, canWrite, repoPath, strings } from './shared.ts';

/** A page is not for a model, so it may be longer than an answer. */
const TIMES_AN_ANSWER = 4;
/** Of one hunk. */
const MOST_CHARACTERS = 100_000;

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    path: { type: 'string', description: 'The file.' },
    staged: { type: 'boolean', description: 'What is staged, not what is unstaged.' },
    skip: { type: 'integer', minimum: 0, default: 0, description: 'How many hunks to skip first.' },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    stamp: { type: 'string', description: 'For git_stage_hunks.' },
    whole: { type: 'string', description: 'Why the file can only be taken whole.' },
    remarks: strings,
    hunks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          text: { type: 'string' },
          cut: { type: 'boolean', description: 'Whether the end of the text is missing.' },
        },
        required: ['id', 'text', 'cut'],
      },
    },
    total: { type: 'integer', description: 'How many hunks there are.' },
    writable: { type: 'boolean' },
  },
  required: ['stamp', 'remarks', 'hunks', 'total', 'writable'],
} as const;

export const gitBrowseHunks = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_browse_hunks',
    title: 'Browse hunks',
    description: 'Show the staged or unstaged changes of one file, hunk by hunk.',
    icons: diffIcon,
    annotations: readsOnly,
    _meta: forStatusOnly,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, path: given, staged, skip }, ctx) {
      using repository = await repositories.openWorkTree(place, ctx);
      const path = repository.toPath(given, 'path');
      const { stamp, whole, remarks, hunks } = await readHunks(
        repository,
        path,
        staged ? 'staged' : 'unstaged',
      );
      const budget = new Budget(repository.options.maxOutputBytes * TIMES_AN_ANSWER);
      const shown = hunks
        .slice(skip)
        .map((hunk) => {
          const text = toHunkText(hunk);
          return { id: hunk.id, text: text.slice(0, MOST_CHARACTERS), cut: text.length > MOST_CHARACTERS };
        })
        // The first one always: else one that is too long could never be passed.
        .filter(({ text }, at) => budget.take(text) || at === 0);
      const total = hunks.length;
      const writable = canWrite(repositories);
      const printed = `${shown.length} of ${total} hunks of ${shownName(path)}${whole === undefined ? '' : `. ${whole}`}`;
      return answer(printed, { stamp, whole, remarks, hunks: shown, total, writable });
    },
  });
