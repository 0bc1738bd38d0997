// undo_last_change: takes back what the last call changed, from the copies that the server keeps.
import { defineTool, destroys, text, ToolResult, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { fenced } from '../edit/unified-diff.ts';
import type { Access } from '../files/file-system.ts';
import { undoIcon } from '../icons.ts';
import { oneLine } from '../text/one-line.ts';

const input = {
  type: 'object',
  properties: {
    path: {
      type: 'string',
      description:
        'Undo the last change of this file, or of something in this directory; by default the last of all.',
    },
    dryRun: {
      type: 'boolean',
      default: false,
      description: 'Return what would be undone, and change nothing.',
    },
  },
  additionalProperties: false,
} as const;

/** `maxChars` bounds the diff. */
export const undoLastChange = (access: Access, confirm: Confirm, maxChars: number): Tool =>
  defineTool({
    name: 'undo_last_change',
    title: 'Undo last change',
    description:
      'Undo the last change: bring back what write_file, edit_file, replace_in_files, move_file, copy_file, ' +
      'create_directory or delete_file replaced, moved or deleted. Each call goes back one change further. Refuses when a ' +
      'file has changed since. dryRun shows what would come back.',
    icons: undoIcon,
    annotations: destroys,
    atMostOnce: true,
    aliases: { file_path: 'path', dry_run: 'dryRun' },
    inputSchema: input,
    async run({ path, dryRun }, ctx) {
      const files = access(ctx);
      const last = await files.lastChange(path);
      const what = last.describe();
      const diff = dryRun || confirm.isOn ? await last.diff(files, maxChars) : '';
      if (!dryRun) {
        const state = last.made.id;
        await confirm.ask(ctx, { question: `Undo ${what}\n${diff}`, act: 'Undo the last change', state });
        await last.run(ctx);
        ctx.log('info', { undone: oneLine(what) }, 'undo_last_change');
      }
      const head = dryRun ? `Dry run: would undo ${what}` : `Undid ${what}`;
      return new ToolResult({
        content: [text(head), ...(dryRun && diff !== '' ? [text(fenced(diff))] : [])],
      });
    },
  });
