// edit_file: replaces text in a file, all edits or none, and returns the changes as a diff.
import { defineTool, destroys, text, ToolError, ToolResult, type Tool } from '@mcp/runtime';
import { forPage } from '@mcp/runtime/apps';
import type { OpenFile } from '@mcp/files';
import { makeChange, type Question } from '../confirm.ts';
import { isEditable } from '../documents/documents.ts';
import type { Edit } from '../edit/apply-edits.ts';
import { editFile as edit, type EditedFile } from '../edit/edit-file.ts';
import { fenced } from '../edit/unified-diff.ts';
import { editIcon } from '../icons.ts';
import { shownAs } from '../views.ts';
import { ifMatchEtag, dryRunFlag, requiredPath, type Toolbox } from './shared.ts';

const oneEdit = {
  oldText: {
    type: 'string',
    description: 'Text to replace, found exactly once; line endings and indentation may differ.',
  },
  newText: { type: 'string', description: 'New text; it gets the line endings and indentation of the file.' },
  replaceAll: { type: 'boolean', description: 'Replace every place where oldText is found.' },
  wholeWord: { type: 'boolean', description: 'Skip places that are part of a longer word.' },
} as const;

const input = {
  type: 'object',
  properties: {
    path: requiredPath('Path of the file'),
    edits: {
      type: 'array',
      description: 'Edits to make in this order, at most 1000.',
      items: {
        type: 'object',
        properties: oneEdit,
        required: ['oldText', 'newText'],
        additionalProperties: false,
      },
    },
    cells: {
      type: 'array',
      description: 'Instead of edits: cells to set in a workbook.',
      items: {
        type: 'object',
        properties: {
          sheet: { type: 'string', description: 'Sheet name.' },
          cell: { type: 'string', description: 'Like B3.' },
          value: {
            anyOf: [
              { type: 'string' },
              { type: 'number' },
              { type: 'boolean', deprecated: true },
              { type: 'null', deprecated: true },
            ],
            description: 'Number, text, ISO date or =SUM(A1:A9).',
          },
        },
        required: ['cell', 'value'],
        additionalProperties: false,
      },
    },
    dryRun: dryRunFlag,
    encoding: { type: 'string', description: 'Encoding like windows-1251; detected by default and kept.' },
    ifMatch: ifMatchEtag,
    // Models also pass a single edit without a list.
    ...oneEdit,
  },
  required: ['path'],
  additionalProperties: false,
} as const;

export const editFile = ({ access, documents, confirm, maxBytes }: Toolbox): Tool =>
  defineTool({
    name: 'edit_file',
    title: 'Edit file',
    description:
      'Edit a text file or Word document by replacing texts, or set cells of an Excel workbook. Makes all edits or none, ' +
      'and returns a diff and the new etag. To replace the whole content use write_file.',
    icons: editIcon,
    annotations: destroys,
    _meta: shownAs('edits'),
    aliases: ALIASES,
    unlisted: ['encoding', 'oldText', 'newText', 'replaceAll', 'wholeWord'],
    inputSchema: input,
    async run({ path, edits: list, cells, dryRun = false, encoding, ifMatch, ...one }, ctx) {
      const files = access(ctx);
      const edits = list ?? toEdits(one);
      if (edits === undefined && (cells === undefined || cells.length === 0))
        throw new ToolError('Give edits, or cells of a workbook.');
      const editDocument = async (file: OpenFile) => ({
        ...(await documents.edit(file, path, { edits, cells }, ctx)),
        ...{ encoding: 'utf-8', partsOfWords: 0, isChanged: true },
        matches: (edits ?? cells ?? []).map(() => 'exact' as const),
      });
      const request = {
        edits: edits ?? [],
        editDocument: cells !== undefined || isEditable(path) ? editDocument : undefined,
        ...{ encoding, ifMatch, dryRun, maxDiffBytes: maxBytes, signal: ctx.signal },
      };
      const asks = confirm.isOn && !dryRun;
      const question = asks
        ? toQuestion(path, await edit(files, path, { ...request, dryRun: true }))
        : undefined;
      const { result: edited, note } = dryRun
        ? { result: await edit(files, path, request), note: '' }
        : await makeChange(ctx, { tool: 'edit_file', files, confirm, question }, (changing, { etag }) =>
            edit(changing, path, { ...request, ifMatch: etag ?? ifMatch }),
          );
      if (edited.isWritten)
        ctx.log('info', { edited: edited.path, edits: edited.matches.length }, 'edit_file');
      const blocks = [fenced(edited.diff.text), `${describe(edited, dryRun)}${note}`];
      return new ToolResult({
        content: (edited.diff.isCut ? blocks.toReversed() : blocks).map((block) => text(block)),
        ...(dryRun ? forPage(ctx, { edits: edits ?? [], etag: edited.etag }) : {}),
      });
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
const describe = (
  { matches, partsOfWords, diff, encoding, etag, notes: others }: EditedFile,
  isDryRun: boolean,
): string => {
  const count = matches.length === 1 ? '1 edit' : `${matches.length} edits`;
  const notes = [isDryRun ? `Dry run: ${count} can be made, nothing was written.` : `${count} made.`];
  const loose = matches.flatMap((match, index) => (match === 'whitespace' ? [`edits[${index}]`] : []));
  if (loose.length > 0)
    notes.push(`Matched despite different white space: ${loose.slice(0, 10).join(', ')}.`);
  if (partsOfWords > 0) notes.push(`Parts of longer words: ${partsOfWords}; wholeWord skips them.`);
  notes.push(...others);
  if (diff.isCut) notes.push('The diff is cut.');
  if (encoding !== 'utf-8') notes.push(`Encoding: ${encoding}.`);
  return `[${notes.join(' ')} etag: ${etag}]`;
};

const toEdits = ({ oldText, newText, ...how }: Partial<Edit>): Edit[] | undefined =>
  oldText === undefined || newText === undefined ? undefined : [{ oldText, newText, ...how }];

const HEADER_LINES = 4;
const MAX_SHOWN_LINES = 20;

/** Returns the question for edits that change something. The answer counts only while the file stays the same. */
const toQuestion = (path: string, { etag, isChanged, diff, matches }: EditedFile): Question | undefined => {
  if (!isChanged) return undefined;
  const count = matches.length;
  const lines = diff.text.trimEnd().split('\n').slice(HEADER_LINES);
  const more = lines.length > MAX_SHOWN_LINES ? ['…'] : [];
  return {
    act: `Make ${count} ${count === 1 ? 'edit' : 'edits'} in ${path}`,
    details: [...lines.slice(0, MAX_SHOWN_LINES), ...more].join('\n'),
    state: etag,
  };
};
