// edit_file: replaces text in a file, all edits or none, and shows what changed as a diff.
import { defineTool, destroys, text, ToolResult, type Context, type Tool } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { choiceInput, choose } from '../edit/choose.ts';
import { editFile as edit, type EditedFile, type EditRequest } from '../edit/edit-file.ts';
import { fenced } from '../edit/unified-diff.ts';
import type { Access, FileSystem } from '../files/file-system.ts';
import { editIcon } from '../icons.ts';
import { oneLine } from '../text/one-line.ts';
import { lossNote } from '../undo/loss-note.ts';
import { forEditsOnly, shownAs } from '../views.ts';
import { ifMatchEtag, pathTo } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    path: pathTo('Path of the file'),
    edits: {
      type: 'array',
      description: 'Edits to make in this order, at most 1000.',
      items: {
        type: 'object',
        properties: {
          oldText: {
            type: 'string',
            description: 'Text to replace, found exactly once; line endings and indentation may differ.',
          },
          newText: {
            type: 'string',
            description: 'New text; it gets the line endings and indentation of the file.',
          },
          replaceAll: {
            type: 'boolean',
            description: 'Replace every place where oldText is found.',
          },
          wholeWord: {
            type: 'boolean',
            description: 'Skip places that are part of a longer word.',
          },
        },
        required: ['oldText', 'newText'],
        additionalProperties: false,
      },
    },
    dryRun: {
      type: 'boolean',
      default: false,
      description: 'Report what would change, and change nothing.',
    },
    encoding: {
      type: 'string',
      description: 'Encoding like windows-1251; detected by default and kept.',
    },
    ifMatch: ifMatchEtag,
  },
  required: ['path', 'edits'],
  additionalProperties: false,
} as const;

/** `maxChars` bounds the diff. */
export const editFile = (access: Access, confirm: Confirm, maxChars: number): Tool =>
  defineTool({
    name: 'edit_file',
    title: 'Edit file',
    description:
      'Edit a text file by replacing texts in it. Makes all edits or none, and returns a diff and the new etag. To replace the ' +
      'whole content use write_file; for many files use replace_in_files.',
    icons: editIcon,
    annotations: destroys,
    _meta: shownAs('edits'),
    aliases: ALIASES,
    inputSchema: input,
    async run({ path, ...args }, ctx) {
      const files = access(ctx);
      const request = { ...args, maxDiffChars: maxChars, signal: ctx.signal };
      const asks = confirm.isOn && !args.dryRun;
      const agreed = asks ? await agree({ files, path, request }, confirm, ctx) : request;
      const { result: edited, loss } = args.dryRun
        ? { result: await edit(files, path, agreed), loss: undefined }
        : await files.change({ tool: 'edit_file' }, (changing) => edit(changing, path, agreed));
      if (edited.isWritten)
        ctx.log('info', { edited: edited.path, edits: edited.matches.length }, 'edit_file');
      return new ToolResult({
        content: [text(fenced(edited.diff.text)), text(`${describe(edited, args.dryRun)}${lossNote(loss)}`)],
      });
    },
  });

/** The places that it would change, for the page that hosts show beside it. */
export const chooseEdits = (access: Access, confirm: Confirm): Tool =>
  defineTool({
    name: 'choose_edits',
    title: 'Choose edits',
    description: 'Return the places that edit_file would change, or change only those that are accepted.',
    icons: editIcon,
    annotations: destroys,
    _meta: forEditsOnly,
    aliases: ALIASES,
    inputSchema: { ...input, properties: { ...input.properties, ...choiceInput } },
    async run({ path, accepted, ...args }, ctx) {
      const files = access(ctx);
      const request = { ...args, dryRun: true, ifMatch: undefined, maxDiffChars: 0, signal: ctx.signal };
      const changed = [await edit(files, path, request)];
      const preview = { tool: 'edit_file', changed, isByLine: false, accepted };
      return choose(preview, files, confirm, ctx);
    },
  });

const ALIASES = {
  file_path: 'path',
  old_string: 'oldText',
  old_str: 'oldText',
  new_string: 'newText',
  new_str: 'newText',
  replace_all: 'replaceAll',
  whole_word: 'wholeWord',
  dry_run: 'dryRun',
} as const;

/** Like `[1 edit made. etag: …]`. */
const describe = ({ matches, partsOfWords, diff, encoding, etag }: EditedFile, isDryRun: boolean): string => {
  const count = matches.length === 1 ? '1 edit' : `${matches.length} edits`;
  const notes = [isDryRun ? `Dry run: ${count} can be made, nothing was written.` : `${count} made.`];
  const loose = matches.flatMap((match, index) => (match === 'whitespace' ? [`edits[${index}]`] : []));
  if (loose.length > 0) notes.push(`Found with other white space: ${loose.slice(0, 10).join(', ')}.`);
  if (partsOfWords > 0)
    notes.push(`Parts of longer words among them: ${partsOfWords}; wholeWord leaves these alone.`);
  if (diff.isCut) notes.push('The diff is cut.');
  if (encoding !== 'utf-8') notes.push(`Encoding: ${encoding}.`);
  return `[${notes.join(' ')} etag: ${etag}]`;
};

const HEADER_LINES = 4;
const MAX_SHOWN_LINES = 20;

interface Question {
  readonly files: FileSystem;
  readonly path: string;
  readonly request: EditRequest;
}

/** Asks only for edits that can be made, and lets them be made only while the file is as it was then. */
const agree = async (
  { files, path, request }: Question,
  confirm: Confirm,
  ctx: Context,
): Promise<EditRequest> => {
  const { etag, isChanged, diff } = await edit(files, path, { ...request, dryRun: true });
  if (!isChanged) return request;
  const count = request.edits.length;
  const act = `Make ${count} ${count === 1 ? 'edit' : 'edits'} in ${path}`;
  await confirm.ask(ctx, { question: `${oneLine(act)}?\n${firstLines(diff.text)}`, act, state: etag });
  return { ...request, ifMatch: etag };
};

/** The first lines of a diff, without its header. */
const firstLines = (diff: string): string => {
  const lines = diff.trimEnd().split('\n').slice(HEADER_LINES);
  return [...lines.slice(0, MAX_SHOWN_LINES), ...(lines.length > MAX_SHOWN_LINES ? ['…'] : [])].join('\n');
};
