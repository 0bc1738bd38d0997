// Diffs as `git diff` prints them, page by page, for tools, resources and prompts.
import { ToolError } from '@mcp/runtime';
import { budgetOf, Content, type Answer } from '../answer.ts';
import {
  quoted,
  shownName,
  toRevision,
  type Operand,
  type Option,
  type Revision,
  type Work,
  Records,
} from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { toPassed } from '../tools/shared.ts';
import { toGoOn } from './page.ts';
import { readNumstat, toFileLine } from './numstat.ts';
import { formOptions, isLockFile, listOptions, patchOptions, PatchReader, type PatchPage } from './patch.ts';
import { splitLines, type OnChunk } from './records.ts';

/** The form of a diff. */
export interface DiffForm {
  readonly context_lines?: number;
  readonly paths?: string | readonly string[];
  /** Only line counts. */
  readonly stat?: boolean;
  readonly name_only?: boolean;
  /** Include lock files. */
  readonly generated?: boolean;
  readonly max_bytes?: number;
  readonly cursor?: string;
}

/** What is compared. */
interface Sides {
  readonly options: readonly Option[];
  readonly operands: readonly Operand[];
  /** Whether one side is the working tree. */
  readonly hasFiles?: boolean;
}

/** A diff as `git diff` prints it: all of it, or a page. */
export interface Diff extends PatchPage {
  /** Whether it is a list of files. */
  readonly isList?: boolean;
}

/** Runs `git diff` between the sides. */
export const readDiff = async (repository: Repository, form: DiffForm, sides: Sides): Promise<Diff> => {
  const paths = repository.toPaths(form.paths ?? [], 'paths');
  // Never without a path: `git diff <outside> --` compares files outside the repository, like --no-index.
  const operands = [
    ...sides.operands,
    '--' as const,
    ...(paths.length === 0 ? [repository.fromTop('.')] : paths),
  ];
  const fixed = [...formOptions, ...sides.options];
  const spoilsIndex = sides.hasFiles === true;
  return readForm(repository, form, (options, onChunk, settings) =>
    repository.stream(
      { name: 'diff', options: [...fixed, ...options], operands, spoilsIndex, settings },
      onChunk,
    ),
  );
};

/** Runs git for a diff with these options and settings. */
type RunDiff = (options: readonly Option[], onChunk: OnChunk, settings: Settings) => Promise<unknown>;

type Settings = NonNullable<Work['settings']>;

/** Reads a diff in the requested form. */
export const readForm = async (repository: Repository, form: DiffForm, run: RunDiff): Promise<Diff> => {
  const maxBytes = pageBytes(repository, form.max_bytes);
  if (form.stat === true || form.name_only === true) return readList(form, run, maxBytes);
  // Naming a lock file asks for it.
  const hidesLockFiles = form.generated !== true && ![form.paths ?? []].flat().some(isLockFile);
  const query = { maxBytes, cursor: form.cursor, hidesLockFiles };
  const patch = patchOptions(form.context_lines ?? 3);
  const reader = new PatchReader(query);
  const whole = [...listOptions, ...patch];
  await run(whole, reader.add, []);
  const { hasConflicts, hasUnseen } = reader;
  if (!hasConflicts && !hasUnseen) return reader.end();
  // Quoted names show in the patch and can still be applied.
  const settings: Settings = hasUnseen ? [['core.quotePath', 'true']] : [];
  const again = new PatchReader(query);
  if (hasConflicts) {
    await run(listOptions, again.add, settings);
    again.startPatch();
  }
  await run(hasConflicts ? patch : whole, again.add, settings);
  return again.end();
};

const readList = async (form: DiffForm, run: RunDiff, maxBytes: number): Promise<Diff> => {
  const passed = toPassed(form.cursor);
  const fits = budgetOf(maxBytes);
  const lines: string[] = [];
  let [seen, isFull] = [0, false];
  const add = (line: string): void => {
    if ((seen += 1) <= passed || isFull) return;
    isFull = !fits(line);
    if (!isFull) lines.push(line);
  };
  const numstat = readNumstat((file) => add(toFileLine(file)));
  const records = new Records((record) => {
    // After the message of `git log`, the list starts on a new line.
    const name = record.replace(/^\n/, '');
    if (form.stat === true) numstat(record);
    else if (name !== '') add(`${shownName(name)}\n`);
  });
  const onChunk = (chunk: Buffer): boolean => {
    records.add(chunk);
    return !isFull;
  };
  await run([form.stat === true ? '--numstat' : '--name-only', '-z'], onChunk, []);
  const next = isFull ? { nextCursor: String(passed + lines.length) } : {};
  return { text: lines.join(''), count: lines.length, excluded: [], isList: true, ...next };
};

/** Maximum length of a patch in one answer. */
export const pageBytes = ({ options }: Repository, maxBytes = Infinity): number =>
  Math.min(maxBytes, options.maxOutputBytes);

/** The answer of a tool that shows a diff. For programs, `_meta.next_cursor` has the cursor of the next page. */
export const toDiffAnswer = (diff: Diff, header = ''): Answer => {
  const { text, nextCursor } = diff;
  return {
    text: `${header}${text}` === '' ? withoutPatch(diff) : [header, new Content(text)],
    ...diffNotes(diff),
    ...(nextCursor !== undefined && { meta: { next_cursor: nextCursor } }),
  };
};

/** Returns the text of a diff whose patch is empty. */
export const withoutPatch = ({ excluded }: Diff): string =>
  excluded.length === 0 ? 'No changes.' : 'Only lock files have changed.';

/** Says which files are left out, and how to continue. */
export const diffNotes = ({ count, excluded, nextCursor, isList = false }: Diff) => ({
  more: toGoOn(isList ? 'files' : `changes in the ${count} files`, nextCursor),
  notes:
    excluded.length === 0
      ? []
      : [`[Lock files are left out: ${nameSome(excluded)}. generated: true shows them.]`],
});

/** Says which call shows what a text without pages leaves out. */
export const partNote = ({ excluded, nextCursor }: Diff, tool: string, ...given: string[]): string => {
  const locks = excluded.length === 0 ? '' : `lock files (${nameSome(excluded)})`;
  const missing = [locks, nextCursor && 'the rest of the patch'].filter(Boolean).join(', ');
  const args = [...given, ...(locks === '' ? [] : ['generated: true'])].join(' and ');
  return missing === '' ? '' : `\n[Left out: ${missing}. ${tool}${args && ` with ${args}`} shows them.]\n`;
};

const MAX_NAMED = 20;

const nameSome = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') +
  (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '');

/**
 * Reads the changes of a range like `main..topic`, never the working tree.
 *
 * @throws {ToolError} if it is not a range, or one of its ends does not exist.
 */
export const readRange = async (repository: Repository, range: string): Promise<Diff> => {
  const operand = toRevision(range, 'range');
  if (!(await isRange(repository, operand)))
    throw new ToolError(`range is ${quoted(range)}, which is not a range. Give two ends: main..topic`);
  return readDiff(repository, {}, { options: [], operands: ['--end-of-options', operand] });
};

/** Whether git reads a revision as several commits, which `HEAD^{/a..b}` is not. */
export const isRange = async (repository: Repository, revision: Revision): Promise<boolean> => {
  if (!/\.\.|\^[@!-]/.test(revision)) return false;
  const { code, text: listed } = await repository.read({
    name: 'rev-parse',
    operands: ['--end-of-options', revision],
    answers: [128],
  });
  // The diff itself reports a revision that does not exist.
  return code !== 0 || splitLines(listed).filter((line) => line !== '--end-of-options').length > 1;
};
