// git_browse_conflict: the places of a file in conflict, for the page that hosts show beside git_status.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import { mergeIcon } from '../icons.ts';
import { Budget } from '../read/budget.ts';
import { kindOf } from '../read/conflicts.ts';
import { readShownConflict, withLead } from '../read/places.ts';
import { shownName, toText } from '../repository/names.ts';
import type { Repositories } from '../repository/repositories.ts';
import { forStatusOnly } from '../views.ts';
import { answer, canWrite, repoPath } from './shared.ts';

/** A page is not for a model, so it may be longer than an answer. */
const TIMES_AN_ANSWER = 4;

const input = {
  type: 'object',
  properties: { repo_path: repoPath, path: { type: 'string', description: 'The file.' } },
  required: ['path'],
  additionalProperties: false,
} as const;

const lines = { type: 'string' } as const;

const output = {
  type: 'object',
  properties: {
    stamp: { type: 'string', description: 'For git_resolve_conflict.' },
    kind: { type: 'string' },
    type: { type: 'string' },
    sides: { type: 'array', items: { type: 'string' }, description: 'The sides that have the file.' },
    oursName: { type: 'string' },
    theirsName: { type: 'string' },
    places: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          lead: lines,
          startLine: { type: 'integer' },
          ours: lines,
          base: lines,
          theirs: lines,
          cut: { type: 'boolean', description: 'Whether it is too long to show.' },
        },
        required: ['lead', 'startLine', 'ours', 'theirs', 'cut'],
      },
    },
    writable: { type: 'boolean' },
  },
  required: ['stamp', 'kind', 'type', 'sides', 'oursName', 'theirsName', 'places', 'writable'],
} as const;

export const gitBrowseConflict = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_browse_conflict',
    title: 'Browse a conflict',
    description: 'Show both sides of each place of a file in conflict.',
    icons: mergeIcon,
    annotations: readsOnly,
    _meta: forStatusOnly,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: where, path }, ctx) {
      using repository = await repositories.openWorkTree(where, ctx);
      const { conflict, file, stamp } = await readShownConflict(repository, repository.toPath(path, 'path'));
      const budget = new Budget(repository.options.maxOutputBytes * TIMES_AN_ANSWER);
      const places = withLead(file.text, file.regions).map((place) => {
        const { lead, startLine, ours, base, theirs } = place;
        const isShown = budget.take(lead + ours + (base ?? '') + theirs);
        const show = (text: string): string => (isShown ? toText(text) : '');
        return {
          lead: show(lead),
          startLine,
          ours: show(ours),
          ...(base === undefined ? {} : { base: show(base) }),
          theirs: show(theirs),
          cut: !isShown,
        };
      });
      const kind = kindOf(conflict);
      const sides = (['ours', 'theirs'] as const).filter((side) => conflict[side] !== undefined);
      const { type, oursName, theirsName } = file;
      const writable = canWrite(repositories);
      const data = { stamp, kind, type, sides, oursName, theirsName, places, writable };
      return answer(`${shownName(conflict.path)}: ${kind}, ${places.length} places`, data);
    },
  });
