// replace_in_files: replaces a text in a whole tree, in all files or none, and returns one diff.
import { hash } from 'node:crypto';
import { defineTool, destroys, text, ToolResult, type Tool } from '@mcp/runtime';
import { oneLine } from '@mcp/files';
import { makeChange } from '../confirm.ts';
import { prepareReplacement, type Prepared } from '../edit/replace-in-files.ts';
import { cutLines, fenced } from '../edit/unified-diff.ts';
import { editIcon } from '../icons.ts';
import { shownAs } from '../views.ts';
import { fileGlobs, dryRunFlag, optionalPath, skipsIgnored, withoutEmpty, type Toolbox } from './shared.ts';
import { toSearchTarget } from './tree-walk.ts';

const input = {
  type: 'object',
  properties: {
    path: optionalPath('Directory or file to change'),
    glob: fileGlobs,
    find: { type: 'string', description: 'Text to replace, or a regular expression with `regex`.' },
    replace: { type: 'string', description: 'New text; with `regex`, `$1` and `$<name>` stand for groups.' },
    wholeWord: { type: 'boolean', description: 'Skip places that are part of a longer word.' },
    regex: { type: 'boolean', description: 'Treat `find` as a JavaScript regular expression.' },
    caseSensitive: { type: 'boolean', default: true, description: 'Whether case counts.' },
    gitignore: skipsIgnored,
    dryRun: dryRunFlag,
    files: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Change only these files of a dry run: their paths with their etags.',
    },
  },
  required: ['find', 'replace'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    files: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, count: { type: 'integer' }, etag: { type: 'string' } },
      },
    },
    total: { type: 'integer', description: 'Places that were replaced, in all files.' },
    changed: { type: 'boolean', description: 'Whether the files were written.' },
    partsOfWords: { type: 'integer', description: 'Places that are part of a longer word.' },
    notes: { type: 'array', items: { type: 'string' } },
  },
  required: ['files', 'total'],
} as const;

export const replaceInFiles = ({ access, searches, confirm, maxBytes }: Toolbox): Tool =>
  defineTool({
    name: 'replace_in_files',
    title: 'Replace in files',
    description:
      'Replace a text in every file of a directory tree, in all files or none, and return the counts and one diff. To rename ' +
      'a function or variable set wholeWord.',
    icons: editIcon,
    annotations: destroys,
    _meta: shownAs('edits'),
    aliases: ALIASES,
    unlisted: ['files', 'gitignore'],
    inputSchema: input,
    outputSchema: output,
    async run({ dryRun = false, wholeWord = false, regex = false, files: only, ...args }, ctx) {
      const { find, replace, caseSensitive: isCaseSensitive } = args;
      const files = access(ctx);
      const { target, where } = await toSearchTarget(files, args);
      const query = { text: find, isRegex: regex, isCaseSensitive };
      const how = { replacement: replace, isWholeWord: wholeWord, maxDiffBytes: maxBytes };
      const search = { ...target, signal: ctx.signal };
      const prepared = await prepareReplacement({ files, searches, search, where, only, query, how });
      const { count, total } = totalsOf(prepared);
      const isChanged = !dryRun && total > 0;
      const question = {
        act: `Replace ${JSON.stringify(find)} by ${JSON.stringify(replace)} in ${count}`,
        details: listOf(prepared),
        state: hash('sha256', prepared.files.map(({ etag }) => etag).join(), 'base64url'),
      };
      const change = { tool: 'replace_in_files', files, confirm, question, allOrNone: true };
      const { result: etags, note = '' } = isChanged
        ? await makeChange(ctx, change, (changing) => changing.writeAll(prepared.files))
        : {};
      if (isChanged) ctx.log('info', { replaced: total, files: prepared.files.length }, 'replace_in_files');
      return toResult(prepared, { etags, isDryRun: dryRun, isWholeWord: wholeWord, maxBytes, note });
    },
  });

const ALIASES = {
  directory: 'path',
  include: 'glob',
  globs: 'glob',
  pattern: 'find',
  query: 'find',
  search: 'find',
  old_string: 'find',
  oldText: 'find',
  new_string: 'replace',
  newText: 'replace',
  replacement: 'replace',
  whole_word: 'wholeWord',
  case_sensitive: 'caseSensitive',
  dry_run: 'dryRun',
} as const;

const totalsOf = ({ files }: Prepared) => ({
  count: files.length === 1 ? '1 file' : `${files.length} files`,
  total: files.reduce((sum, file) => sum + file.count, 0),
});

const MAX_LISTED = 30;

const listOf = ({ files }: Prepared): string => {
  const lines = files.slice(0, MAX_LISTED).map((file) => `${oneLine(file.path)}: ${file.count}`);
  return [
    ...lines,
    ...(files.length > MAX_LISTED ? [`and ${files.length - MAX_LISTED} more files`] : []),
  ].join('\n');
};

interface Shown {
  /** Etags of the written files, by path; undefined if none was written. */
  readonly etags: ReadonlyMap<string, string> | undefined;
  readonly isDryRun: boolean;
  readonly isWholeWord: boolean;
  readonly maxBytes: number;
  readonly note: string;
}

/** Returns the changed files as text and data, the first that fit into `maxBytes`, with notes on what is missing. */
const toResult = (prepared: Prepared, shown: Shown): ToolResult => {
  const { files, leftAlone, isOtherCase, partsOfWords, errors } = prepared;
  const { etags, maxBytes, isDryRun, isWholeWord, note } = shown;
  const { count, total } = totalsOf(prepared);
  const places = `${total} ${total === 1 ? 'place' : 'places'}`;
  const done = isDryRun
    ? `Dry run: ${places} in ${count} would be replaced.`
    : `Replaced ${places} in ${count}.${note}`;
  const head = total === 0 ? 'No match; nothing was changed.' : `${done}\n${listOf(prepared)}`;
  const diff = files.map((file) => file.diff).join('');
  const cut = cutLines(diff, maxBytes - Buffer.byteLength(head));
  const blocks = [
    ...(cut.isCut ? ['[The diff is cut.]'] : []),
    head,
    ...(cut.text === '' ? [] : [fenced(cut.text)]),
  ];
  const left = isWholeWord ? 'skipped' : isDryRun ? 'to be replaced too' : 'replaced too';
  const hint = isWholeWord ? '' : ' wholeWord: true skips them.';
  if (partsOfWords > 0) blocks.push(`[Parts of longer words, ${left}: ${partsOfWords}.${hint}]`);
  if (errors[0] !== undefined) blocks.push(`[Not everything could be read. ${errors[0]}]`);
  let bytes = 0;
  const all = files.map(({ path, etag, ...file }) => ({
    path,
    count: file.count,
    etag: etags?.get(path) ?? etag,
  }));
  const end = all.findIndex((change) => (bytes += Buffer.byteLength(JSON.stringify(change)) + 1) > maxBytes);
  const changes = end < 0 ? all : all.slice(0, end);
  const notes: string[] = [];
  if (isOtherCase) notes.push('[Found only in a different case; caseSensitive: false replaces it.]');
  if (end >= 0) notes.push(`[files names the first ${changes.length} of ${all.length} files.]`);
  const names = leftAlone.slice(0, MAX_LISTED).map(oneLine).join(', ');
  if (names !== '')
    notes.push(`[Skipped ${leftAlone.length} files that are not text or cannot be changed: ${names}]`);
  return new ToolResult({
    content: [...blocks, ...notes].map((block) => text(block)),
    structuredContent: {
      ...{ files: changes, total },
      ...withoutEmpty({ changed: etags !== undefined, partsOfWords, notes }),
    },
  });
};
