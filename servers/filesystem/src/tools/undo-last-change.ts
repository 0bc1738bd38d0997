// undo_last_change: undoes the client's last change.
import { defineTool, destroys, text, ToolResult, type Tool } from '@mcp/runtime';
import { type FileSystem, oneLine, unlessRefused } from '@mcp/files';
import { fenced, unifiedDiff } from '../edit/unified-diff.ts';
import { undoIcon } from '../icons.ts';
import { detectCharset } from '../text/charset.ts';
import { dryRunFlag, type Toolbox } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Undo the last change below this path only.' },
    dryRun: dryRunFlag,
  },
  additionalProperties: false,
} as const;

export const undoLastChange = ({ access, confirm, maxBytes }: Toolbox): Tool =>
  defineTool({
    name: 'undo_last_change',
    title: 'Undo last change',
    description:
      'Undo the last change made through this server. Each call goes one change further back. Refuses if a file has changed since.',
    icons: undoIcon,
    annotations: destroys,
    atMostOnce: true,
    aliases: { file_path: 'path', dry_run: 'dryRun' },
    inputSchema: input,
    async run({ path, dryRun = false }, ctx) {
      const files = access(ctx);
      const last = await files.lastChange(path);
      const what = describe(last);
      const diff = dryRun || confirm.isOn ? await diffOf(last, files, maxBytes) : '';
      if (!dryRun) {
        const question = `Undo ${what}\n${diff}`;
        await confirm.ask(ctx, { question, act: 'Undo the last change', state: last.id });
        await last.undo();
        ctx.log('info', { undone: oneLine(what) }, 'undo_last_change');
      }
      const head = dryRun ? `Dry run: would undo ${what}` : `Undid ${what}`;
      return new ToolResult({
        content: [text(head), ...(dryRun && diff !== '' ? [text(fenced(diff))] : [])],
      });
    },
  });

const MAX_STEPS = 20;

type LastChange = Awaited<ReturnType<FileSystem['lastChange']>>;

const describe = ({ tool, steps }: LastChange): string => {
  const lines = steps.slice(0, MAX_STEPS).map((step) => `${oneLine(step.path)}: ${toWords(step)}`);
  const more = steps.length > MAX_STEPS ? [`and ${steps.length - MAX_STEPS} more`] : [];
  return [`${tool}:`, ...lines, ...more].join('\n');
};

const toWords = (step: LastChange['steps'][number]): string => {
  if (step.kind === 'content') return step.original === undefined ? 'deleted, as it was new' : 'old content';
  if (step.kind === 'moved') return `moved back to ${oneLine(step.from)}`;
  return WORDS[step.kind];
};

const WORDS = {
  added: 'without what was appended',
  trashed: 'back from the trash',
  made: 'deleted if it is empty',
} as const;

const MAX_DIFF_BYTES = 1_048_576;

const diffOf = async (last: LastChange, files: FileSystem, maxBytes: number): Promise<string> => {
  let diff = '';
  for (const { path, ...step } of last.steps) {
    if (step.kind !== 'content' || step.original === undefined || Buffer.byteLength(diff) >= maxBytes)
      continue;
    const now = await unlessRefused(() => files.read(path, (file) => file.readWhole(MAX_DIFF_BYTES)));
    const texts = [await toText(now), await toText(await last.readOriginal(step.original, MAX_DIFF_BYTES))];
    const [after, before] = texts;
    if (after !== undefined && before !== undefined)
      diff += unifiedDiff(oneLine(path), after, before, maxBytes - Buffer.byteLength(diff)).text;
  }
  return diff;
};

const toText = async (bytes: Buffer | undefined): Promise<string | undefined> =>
  bytes === undefined ? undefined : (await detectCharset(bytes))?.decode(bytes);
