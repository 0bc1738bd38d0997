// git_add: stages files or hunks.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { adds, ToolError } from '@mcp/runtime';
import type { Answer } from '../answer.ts';
import { addIcon } from '../icons.ts';
import { splitLines } from '../read/records.ts';
import { shownName, toBytes, toFailure } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { applyToIndex, patchArgument, toPatchLines } from '../write/patch.ts';
import { gitTool } from './frame.ts';
import { dryRunFlag, firstOf, moreNames, pathList, strings, toMore } from './shared.ts';

export const gitAdd = gitTool({
  name: 'git_add',
  title: 'Stage files',
  description: 'Stage files, or single hunks with patch.',
  icons: addIcon,
  annotations: { ...adds, idempotentHint: true },
  properties: {
    files: { ...pathList, description: 'Files and folders to stage; "." for all.' },
    patch: {
      ...patchArgument,
      description: 'Instead of files: stage these hunks of the unified diff of git_diff.',
    },
    all: { type: 'boolean', description: 'Stage everything.' },
    dry_run: dryRunFlag,
  },
  outputSchema: {
    type: 'object',
    properties: {
      staged: strings,
      removed: { ...strings, description: 'Staged as deleted.' },
      ignored: { ...strings, description: 'By .gitignore: not staged.' },
      dry_run: { type: 'boolean' },
      more: moreNames,
    },
  },
  unlisted: ['all'],
  aliases: { diff: 'patch', hunks: 'patch' },
  needsFiles: true,
  async run(repository, { all, files = all ? ['.'] : undefined, patch, dry_run: isDry = false }) {
    const verb = isDry ? 'Would stage' : 'Staged';
    if (files !== undefined && patch === undefined) return addFiles(repository, files, { verb, isDry });
    if (patch === undefined || files !== undefined)
      throw new ToolError('Give either files, to stage them whole, or patch, to stage some hunks.');
    const changed = await repository.changeUnless(isDry, (read, run) =>
      applyToIndex(repository, { read, run }, { patch, reverse: false }),
    );
    const staged = changed.map(({ path }) => path);
    return {
      text: toPatchLines(verb, changed).join('\n') || NOTHING,
      data: { staged, removed: [], ignored: [], dry_run: isDry },
    };
  },
});

const NOTHING = 'Nothing to stage.';

const addFiles = async (
  repository: Repository,
  files: string | readonly string[],
  { verb, isDry }: { readonly verb: string; readonly isDry: boolean },
): Promise<Answer> => {
  const paths = repository.toPaths(files, 'files');
  const form = { name: 'add', operands: ['--', ...paths], answers: [1] } as const;
  const added = await repository.changeUnless(
    isDry,
    (read, run) =>
      run?.({ ...form, options: ['--verbose'] }) ?? read({ ...form, options: ['--dry-run', '--verbose'] }),
  );
  const ignored = ignoredIn(added.errors);
  if (added.code !== 0 && (ignored.length === 0 || added.text === ''))
    throw toFailure('add', { ...added, text: '' });
  const changed = toChanges(repository, added.text);
  const filesOf = (how: 'add' | 'remove'): string[] =>
    changed.filter((each) => each.verb === how).map(({ file }) => file);
  const listed = firstOf({ staged: filesOf('add'), removed: filesOf('remove'), ignored });
  const lines = [
    ...[...listed.staged, ...listed.removed].map((file) => `${verb} ${file}`),
    ...listed.ignored.map((file) => `Ignored by .gitignore, so not staged: ${file}`),
    ...toMore(listed.more),
  ];
  return { text: lines.join('\n') || NOTHING, data: { ...listed, dry_run: isDry } };
};

// A sentence, then one path per line. Git stages the others.
const ignoredIn = (errors: string): string[] => {
  const lines = splitLines(errors);
  const at = lines.findIndex((line) => line.startsWith('The following paths are ignored by '));
  return at < 0 ? [] : lines.slice(at + 1).filter((line) => !line.startsWith('hint: '));
};

// `add 'src/main.ts'`: git does not quote here, so parts of a name with a line break look like other files. But git
// adds only files that exist, and removes only those that do not.
const toChanges = ({ directory }: Repository, listed: string) =>
  listed.split('\n').flatMap((line) => {
    const [, verb, file = ''] = /^(add|remove) '(.*)'$/.exec(line) ?? [];
    if (verb !== 'add' && verb !== 'remove') return [];
    const isThere = lstatSync(toBytes(join(directory, file)), { throwIfNoEntry: false }) !== undefined;
    return isThere === (verb === 'add') ? [{ verb, file: shownName(file) }] : [];
  });
