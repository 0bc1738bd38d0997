// apply_patch: a unified diff over several files, made whole or not at all.
import { hash } from 'node:crypto';
import { defineTool, destroys, ToolResult, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { preparePatch, writePatched, type PatchedFile } from '../edit/apply-patch.ts';
import { readPatch } from '../edit/parse-patch.ts';
import type { Access } from '../files/file-system.ts';
import { patchIcon } from '../icons.ts';
import type { SearchPool } from '../search/pool.ts';
import { oneLine } from '../text/one-line.ts';
import { lossNote } from '../undo/loss-note.ts';

const input = {
  type: 'object',
  properties: {
    patch: {
      type: 'string',
      description:
        'Unified diff of one or more files, with --- and +++ before the hunks of each; /dev/null for a file that is new or deleted.',
    },
    path: { type: 'string', default: '.', description: 'Directory below which the paths of the patch are.' },
    dryRun: {
      type: 'boolean',
      default: false,
      description: 'Say whether the patch fits, and change nothing.',
    },
  },
  required: ['patch'],
  additionalProperties: false,
} as const;

export const applyPatch = (access: Access, searches: SearchPool, confirm: Confirm): Tool =>
  defineTool({
    name: 'apply_patch',
    title: 'Apply patch',
    description:
      'Apply a unified diff to several files, all or none: edit, create, delete and rename them. Each hunk has to fit exactly, ' +
      'but may have moved. For one file use edit_file.',
    icons: patchIcon,
    annotations: destroys,
    atMostOnce: true,
    aliases: { diff: 'patch', input: 'patch', directory: 'path', dry_run: 'dryRun' },
    inputSchema: input,
    async run({ patch, path, dryRun }, ctx) {
      const files = access(ctx);
      const { signal } = ctx;
      const prepared = await preparePatch({ files, searches, path, signal }, readPatch(patch));
      const list = prepared.map(describe).join('\n');
      if (dryRun) return new ToolResult({ content: `Dry run: the patch fits.\n${list}` });
      const count = prepared.length === 1 ? '1 file' : `${prepared.length} files`;
      const state = hash('sha256', prepared.map(({ etag = '' }) => etag).join(), 'base64url');
      const act = `Apply a patch to ${count}`;
      await confirm.ask(ctx, { question: `${act}?\n${list}`, act, state });
      const { loss } = await files.change({ tool: 'apply_patch', allOrNone: true }, (changing) =>
        writePatched(changing, prepared, signal),
      );
      ctx.log('info', { patched: prepared.length }, 'apply_patch');
      return new ToolResult({ content: `Patched ${count}:\n${list}${lossNote(loss)}` });
    },
  });

const describe = ({ from, to, added, removed }: PatchedFile): string => {
  const lines = `(+${added} -${removed})`;
  if (from === undefined) return `${oneLine(to ?? '')}: created ${lines}`;
  if (to === undefined) return `${oneLine(from)}: deleted`;
  return from === to ? `${oneLine(to)} ${lines}` : `${oneLine(from)} to ${oneLine(to)} ${lines}`;
};
