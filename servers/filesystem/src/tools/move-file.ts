// move_file: another name for a file or directory.
import { basename, dirname, join } from 'node:path';
import { defineTool, destroys, ToolError, ToolResult, type Context, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { askToLose } from '../confirm.ts';
import { unlessRefused } from '../failure.ts';
import type { Access, FileSystem } from '../files/file-system.ts';
import type { MoveResult } from '../files/move.ts';
import { moveIcon } from '../icons.ts';
import { lossNote } from '../undo/loss-note.ts';

const input = {
  type: 'object',
  properties: {
    source: { type: 'string', description: 'Path of the file, directory or link to move.' },
    destination: {
      type: 'string',
      description: 'New path, with the new name; or a directory that exists, to move into it.',
    },
    moves: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          source: { type: 'string', description: 'As source.' },
          destination: { type: 'string', description: 'As destination.' },
        },
        required: ['source', 'destination'],
        additionalProperties: false,
      },
      maxItems: 500,
      description: 'Several moves, made in this order, all or none; in place of source and destination.',
    },
    createParents: { type: 'boolean', description: 'Create missing directories of the destination.' },
    overwrite: {
      type: 'boolean',
      description: 'Replace a file or an empty directory at the destination; by default that is an error.',
    },
    ifMatch: {
      type: 'string',
      description: 'Etag from an earlier answer; fail when the source has changed since then.',
    },
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
    description:
      'Move or rename files or directories, one or several. A directory as destination is moved into. Never replaces anything ' +
      'unless overwrite is set.',
    icons: moveIcon,
    annotations: destroys,
    atMostOnce: true,
    aliases: { from: 'source', to: 'destination', create_parents: 'createParents' },
    inputSchema: input,
    outputSchema: output,
    async run({ source, destination, moves, overwrite = false, createParents = false, ifMatch }, ctx) {
      const files = access(ctx);
      const wanted =
        moves ?? (source === undefined || destination === undefined ? [] : [{ source, destination }]);
      if (wanted.length === 0 || (moves !== undefined && (source ?? destination ?? ifMatch) !== undefined))
        throw new ToolError('Give either source and destination, or moves.');
      if (wanted.length > 1 && overwrite) throw new ToolError('Give overwrite only with one move.');
      const plan = { tool: 'move_file', allOrNone: wanted.length > 1 };
      const { result: done, loss } = await files.change(plan, async (changing) => {
        const results: Moved[] = [];
        for (const move of wanted) {
          const settings = { ...move, overwrite, createParents, ifMatch };
          results.push(await moveOne({ files: changing, confirm, ctx }, settings));
        }
        return results;
      });
      for (const { source: from, destination: to } of done) ctx.log('info', { moved: from, to }, 'move_file');
      return toResult(done, loss);
    },
  });

interface Mover {
  readonly files: FileSystem;
  readonly confirm: Confirm;
  readonly ctx: Context;
}

interface Settings {
  readonly source: string;
  readonly destination: string;
  readonly overwrite: boolean;
  readonly createParents: boolean;
  readonly ifMatch: string | undefined;
}

/** A move with both paths as they are told. */
interface Moved extends MoveResult {
  readonly told: string;
}

const moveOne = async ({ files, confirm, ctx }: Mover, settings: Settings): Promise<Moved> => {
  const { source, overwrite: wanted, createParents, ifMatch } = settings;
  const destination = await destinationOf(files, settings);
  if (createParents) await files.makeDirectory(dirname(destination));
  const act = `Replace ${destination} with ${source}`;
  const replaced = { files, path: destination, act, isLinkItself: true };
  const agreement = wanted ? await askToLose(confirm, ctx, replaced) : undefined;
  const overwrite = agreement?.mayReplace === true;
  const options = { overwrite, ifMatch, ifDestinationMatch: agreement?.etag };
  const result = await files.move(source, destination, options);
  return { ...result, told: `${source} to ${destination}` };
};

/** A directory that exists is one to move into, unless it is an empty one that another may replace. */
const destinationOf = async (
  files: FileSystem,
  { source, destination, overwrite }: Settings,
): Promise<string> => {
  const into = await unlessRefused(() => files.stat(destination));
  if (into?.state.type !== 'directory' || (await files.linkState(destination)) !== undefined)
    return destination;
  const from = await unlessRefused(() => files.stat(source));
  if (from?.path === into.path) return destination;
  const isEmpty = async (): Promise<boolean> =>
    (await unlessRefused(() => files.list(destination)))?.entries.length === 0;
  if (overwrite && from?.state.type === 'directory' && (await isEmpty())) return destination;
  return join(destination, basename(source));
};

const toResult = (done: readonly Moved[], loss: string | undefined): ToolResult => {
  const moves = done.map(({ source, destination, state }) => ({ source, destination, etag: state.etag }));
  const [only] = moves;
  return new ToolResult({
    content:
      done
        .map(
          ({ told, state }) =>
            `Successfully moved ${told}${done.length === 1 ? ` (etag: ${state.etag})` : ''}`,
        )
        .join('\n') + lossNote(loss),
    structuredContent: moves.length === 1 && only !== undefined ? only : { moves },
  });
};
