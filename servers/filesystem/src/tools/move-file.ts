// move_file: another name for a file or directory.
import { defineTool, destroys, ToolError, ToolResult, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { findDestination, type FileSystem } from '@mcp/files';
import { makeChange } from '../confirm.ts';
import type { Access } from '../access.ts';
import { moveIcon } from '../icons.ts';
import { createsParents, ifMatchEtag } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    source: { type: 'string', description: 'Path of the file, directory or link to move.' },
    destination: {
      type: 'string',
      description: 'New path, or a folder to move into: one that exists or ends with a slash.',
    },
    moves: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          source: { type: 'string', description: 'What to move.' },
          destination: { type: 'string', description: 'Where to.' },
        },
        required: ['source', 'destination'],
        additionalProperties: false,
      },
      maxItems: 500,
      description: 'Several moves, in this order, all or none, instead of source and destination.',
    },
    createParents: createsParents,
    overwrite: { type: 'boolean', description: 'Replace a file or an empty directory.' },
    ifMatch: ifMatchEtag,
  },
  additionalProperties: false,
} as const;

const moved = {
  type: 'object',
  properties: { source: { type: 'string' }, destination: { type: 'string' }, etag: { type: 'string' } },
} as const;

const output = {
  type: 'object',
  properties: {
    ...moved.properties,
    moves: { type: 'array', items: moved, description: 'Each move, when there are several.' },
  },
} as const;

export const moveFile = (access: Access, confirm: Confirm): Tool =>
  defineTool({
    name: 'move_file',
    title: 'Move file',
    description: 'Move or rename files or directories. Never replaces anything unless overwrite is set.',
    icons: moveIcon,
    annotations: destroys,
    atMostOnce: true,
    aliases: { from: 'source', to: 'destination', create_parents: 'createParents' },
    unlisted: ['ifMatch'],
    inputSchema: input,
    outputSchema: output,
    async run({ source, destination, moves, overwrite = false, createParents = false, ifMatch }, ctx) {
      const files = access(ctx);
      const wanted =
        moves ?? (source === undefined || destination === undefined ? [] : [{ source, destination }]);
      if (wanted.length === 0 || (moves !== undefined && (source ?? destination ?? ifMatch) !== undefined))
        throw new ToolError('Give either source and destination, or moves.');
      if (wanted.length > 1 && overwrite) throw new ToolError('Give overwrite only with one move.');
      const [first] = wanted;
      const directories = overwrite ? 'replaceEmpty' : 'enter';
      const settings = { createParents, directories } as const;
      const path =
        overwrite && first !== undefined
          ? await findDestination(files, { ...first, ...settings, isMade: false })
          : '';
      const loss = overwrite
        ? { path, act: `Replace ${path} with ${first?.source}`, isLinkItself: true }
        : undefined;
      const change = { tool: 'move_file', files, confirm, loss, allOrNone: wanted.length > 1 };
      const { result: done, note } = await makeChange(ctx, change, async (changing, { mayReplace, etag }) => {
        const results: Moved[] = [];
        for (const move of wanted) {
          const to = await findDestination(changing, { ...move, ...settings, isMade: true });
          const options = { overwrite: mayReplace, ifMatch, ifDestinationMatch: etag };
          results.push({
            ...(await changing.move(move.source, to, options)),
            told: `${move.source} to ${to}`,
          });
        }
        return results;
      });
      for (const { source: from, destination: to } of done) ctx.log('info', { moved: from, to }, 'move_file');
      return toResult(done, note);
    },
  });

/** A move, with both paths as the answer shows them. */
interface Moved extends Awaited<ReturnType<FileSystem['move']>> {
  readonly told: string;
}

const toResult = (done: readonly Moved[], note: string): ToolResult => {
  const moves = done.map(({ source, destination, state }) => ({ source, destination, etag: state.etag }));
  const [only] = moves;
  return new ToolResult({
    content:
      done
        .map(
          ({ told, state }) =>
            `Successfully moved ${told}${done.length === 1 ? ` (etag: ${state.etag})` : ''}`,
        )
        .join('\n') + note,
    structuredContent: moves.length === 1 && only !== undefined ? only : { moves },
  });
};
