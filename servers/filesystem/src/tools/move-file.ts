// move_file: moves or renames files and directories.
import { defineTool, destroys, ToolError, ToolResult, type Tool } from '@mcp/runtime';
import { findDestination } from '@mcp/files';
import { makeChange } from '../confirm.ts';
import { moveIcon } from '../icons.ts';
import { createsParents, ifMatchEtag, type Toolbox } from './shared.ts';

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

const oneMove = {
  type: 'object',
  properties: { source: { type: 'string' }, destination: { type: 'string' }, etag: { type: 'string' } },
} as const;

const output = {
  type: 'object',
  properties: {
    ...oneMove.properties,
    moves: { type: 'array', items: oneMove, description: 'Each move, when there are several.' },
  },
} as const;

export const moveFile = ({ access, confirm }: Toolbox): Tool =>
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
      const [first, ...others] =
        moves ?? (source === undefined || destination === undefined ? [] : [{ source, destination }]);
      if (first === undefined || (moves !== undefined && (source ?? destination ?? ifMatch) !== undefined))
        throw new ToolError('Give either source and destination, or moves.');
      if (others.length > 0 && overwrite) throw new ToolError('Give overwrite only with one move.');
      const directories = overwrite ? 'replaceEmpty' : 'enter';
      const settings = { createParents, directories } as const;
      const path = overwrite ? await findDestination(files, { ...first, ...settings, isMade: false }) : '';
      const loss = { path, act: `Replace ${path} with ${first.source}`, isLinkItself: true };
      const change = {
        ...{ tool: 'move_file', files, confirm, allOrNone: others.length > 0 },
        loss: overwrite ? loss : undefined,
      };
      const moved: { source: string; destination: string; etag: string }[] = [];
      const { result: lines, note } = await makeChange(ctx, change, async (changing, agreement) => {
        const messages: string[] = [];
        for (const move of [first, ...others]) {
          const to = await findDestination(changing, { ...move, ...settings, isMade: true });
          const replacing = { overwrite: agreement.mayReplace, ifDestinationMatch: agreement.etag };
          const { state, ...paths } = await changing.move(move.source, to, { ...replacing, ifMatch });
          moved.push({ ...paths, etag: state.etag });
          messages.push(`Successfully moved ${move.source} to ${to}`);
        }
        return messages;
      });
      for (const { source: from, destination: to } of moved)
        ctx.log('info', { moved: from, to }, 'move_file');
      const [only] = others.length === 0 ? moved : [];
      const etag = only === undefined ? '' : ` (etag: ${only.etag})`;
      return new ToolResult({
        content: lines.join('\n') + etag + note,
        structuredContent: only ?? { moves: moved },
      });
    },
  });
