// git_resolve_conflict: resolves a file in conflict as it was shown, for the page that hosts show beside git_status.
import { changes, defineTool, ToolError, type Tool } from '@mcp/runtime';
import { mergeIcon } from '../icons.ts';
import { readShownConflict } from '../read/places.ts';
import { refusal } from '../repository/errors.ts';
import { shownName } from '../repository/names.ts';
import type { Repositories } from '../repository/repositories.ts';
import { forStatusOnly } from '../views.ts';
import { resolveConflict, takeSide } from '../write/resolve.ts';
import { answer, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    path: { type: 'string', description: 'The file.' },
    stamp: { type: 'string', description: 'What git_browse_conflict said of it.' },
    places: {
      type: 'array',
      maxItems: 10_000,
      items: { type: 'string', enum: ['ours', 'theirs', 'both'] },
      description: 'What each place becomes, in order.',
    },
    file: {
      type: 'string',
      enum: ['ours', 'theirs', 'current'],
      description:
        'Instead of places: a whole side, which deletes the file where that side did, or the file as it is.',
    },
  },
  required: ['path', 'stamp'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { resolved: { type: 'string' } },
  required: ['resolved'],
} as const;

export const gitResolveConflict = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_resolve_conflict',
    title: 'Resolve a conflict',
    description: 'Resolve a file in conflict by a side for each place, and stage it.',
    icons: mergeIcon,
    annotations: changes,
    _meta: forStatusOnly,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: where, path: given, stamp, places, file }, ctx) {
      if ((places === undefined) === (file === undefined)) throw new ToolError('Give either places or file.');
      using repository = await repositories.openWorkTree(where, ctx);
      const path = repository.toPath(given, 'path');
      await repository.change(async (run) => {
        const shown = await readShownConflict(repository, path);
        if (shown.stamp !== stamp)
          throw refusal(
            'conflict',
            `${shownName(path)} has changed since its conflict was shown. Nothing was resolved.`,
            'Look at it again.',
          );
        if (file === 'current') {
          if (shown.file.type !== 'text')
            throw new ToolError(`${shownName(path)} is not a text. Take ours or theirs.`);
          return resolveConflict(repository, run, shown.conflict, { content: shown.file.text });
        }
        if (file !== undefined) return takeSide(run, shown.conflict, file);
        const regions = places?.map((place) => ({ take: place === 'both' ? ('union' as const) : place }));
        return resolveConflict(repository, run, shown.conflict, regions === undefined ? {} : { regions });
      });
      const resolved = shownName(path);
      return answer(`Resolved and staged ${resolved}`, { resolved });
    },
  });
