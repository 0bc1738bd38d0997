// Diffs as `git diff` prints them, page by page: for tools, resources and prompts.
import { text, ToolError, type Context, type TextContent } from '@mcp/runtime';
import {
  EVERYTHING,
  TOP,
  toExclusion,
  toPathspec,
  toRevision,
  type Operand,
  type Option,
  type TreePath,
} from '../repository/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { submoduleOption } from '../repository/submodules.ts';
import { Budget } from './budget.ts';
import { isLockFile } from './lock-files.ts';
import { toFile, toFileLine } from './log.ts';
import { shownPath } from '../repository/names.ts';
import { formOptions, listOptions, patchOptions, PatchReader, type PatchPage } from './patch.ts';
import { Records } from './records.ts';

/** How a diff is wanted. */
export interface DiffForm {
  readonly context_lines?: number;
  readonly paths?: readonly string[];
  /** Only the counts of lines. */
  readonly stat?: boolean;
  readonly name_only?: boolean;
  /** Lock files too. */
  readonly generated?: boolean;
  readonly max_bytes?: number;
  readonly cursor?: string;
}

/** What is compared. */
interface Sides {
  readonly options: readonly Option[];
  readonly operands: readonly Operand[];
  /** Whether one side are the files, not only commits and the index. */
  readonly hasFiles?: boolean;
}

/** A diff as text. */
export interface Diff {
  /** As `git diff` prints it: all of it, or a page. */
  readonly text: string;
  /** How many files changed. */
  readonly count: number;
  /** Lock files, which were left out. */
  readonly excluded: readonly string[];
  readonly nextCursor?: string;
  /** The text has an end that is missing, and no page behind it. */
  readonly isCut?: boolean;
}

/** Runs `git diff` between the sides. */
export const readDiff = async (
  repository: Repository,
  form: DiffForm,
  sides: Sides,
  ctx: Context,
): Promise<Diff> => {
  const { signal } = ctx;
  const paths = (form.paths ?? []).map((path) => repository.toPath(path, 'paths'));
  const fixed = [...formOptions, await submoduleOption(repository, signal), ...sides.options];
  const isFiles = sides.hasFiles === true;
  const run: RunDiff = async (options, exclusions, take) => {
    const hasPathspecs = exclusions.length > 0;
    const included = paths.length === 0 ? [EVERYTHING] : paths.map(toPathspec);
    // Never without a path: `git diff <outside> --` compares files outside of the repository, as with --no-index.
    const literal = paths.length === 0 ? [TOP] : paths;
    const operands = [
      ...sides.operands,
      '--' as const,
      ...(hasPathspecs ? [...included, ...exclusions] : literal),
    ];
    const command = { name: 'diff', options: [...fixed, ...options], operands };
    await repository.stream({ command, signal, hasPathspecs, spoilsIndex: isFiles }, take);
  };
  return readForm(repository, { ...form, paths }, run);
};

/** Runs git for a diff with these options, without some files. */
export type RunDiff = (
  options: readonly Option[],
  exclusions: readonly TreePath[],
  take: (chunk: Buffer) => boolean,
) => Promise<void>;

/** Reads a diff in the form that is wanted. */
export const readForm = async (repository: Repository, form: DiffForm, run: RunDiff): Promise<Diff> => {
  const maxBytes = pageBytes(repository, form.max_bytes);
  if (form.stat === true || form.name_only === true) return readList(form, run, maxBytes);
  const named = new Set(form.paths);
  // Who names a file wants to see it.
  const lockFiles = (paths: readonly string[]): string[] =>
    form.generated === true ? [] : paths.filter((path) => isLockFile(path) && !named.has(path));
  const start = (): PatchReader =>
    new PatchReader(maxBytes, form.cursor, (paths) => lockFiles(paths).length > 0);
  const patch = patchOptions(form.context_lines ?? 3);
  let reader = start();
  await run([...listOptions, ...patch], [], (chunk) => reader.add(chunk));
  if (reader.hasConflicts) {
    reader = start();
    await run(listOptions, [], (chunk) => reader.add(chunk));
    return toDiff(reader, await readRest(reader, lockFiles, patch, run));
  }
  return toDiff(reader, reader.isStopped ? await readRest(reader, lockFiles, patch, run) : []);
};

// The patch alone, without lock files: which ones there are is known by now.
const readRest = async (
  reader: PatchReader,
  lockFiles: (paths: readonly string[]) => string[],
  patch: readonly Option[],
  run: RunDiff,
): Promise<string[]> => {
  const excluded = lockFiles(reader.paths);
  reader.startPatch();
  const exclusions = excluded.flatMap((path) => reader.namesOf(path)).map((path) => toExclusion(path));
  await run(patch, exclusions, (chunk) => reader.add(chunk));
  return excluded;
};

const toDiff = (reader: PatchReader, excluded: readonly string[]): Diff => {
  const { paths, patch, nextCursor }: PatchPage = reader.end();
  return {
    text: patch,
    count: paths.length,
    excluded: excluded.map(shownPath),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
};

const readList = async (form: DiffForm, run: RunDiff, maxBytes: number): Promise<Diff> => {
  const budget = new Budget(maxBytes);
  const lines: string[] = [];
  let isCut = false;
  const list = new FileList((line) => {
    isCut ||= !budget.take(line);
    if (!isCut) lines.push(line);
  });
  const records = new Records((record) => list.add(record));
  await run([form.stat === true ? '--numstat' : '--name-only', '-z'], [], (chunk) => {
    records.add(chunk);
    return !isCut;
  });
  return { text: lines.join(''), count: lines.length, excluded: [], isCut };
};

/** The records of `--numstat -z` or `--name-only -z` as lines. */
class FileList {
  readonly #onLine: (line: string) => void;
  #moved: string[] = [];

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  add(given: string): void {
    const record = given.replace(/^\n/, '');
    const [counts, from] = this.#moved;
    if (counts !== undefined) {
      if (from === undefined) this.#moved = [counts, record];
      else this.#end(toFileLine(toFile(counts, record, from)));
      return;
    }
    const [, added = '', path] = /^((?:\d+|-)\t(?:\d+|-))\t([^]*)$/.exec(record) ?? [];
    if (path === '') this.#moved = [added];
    else if (path !== undefined) this.#end(toFileLine(toFile(added, path)));
    else if (record !== '') this.#end(`${shownPath(record)}\n`);
  }

  #end(line: string): void {
    this.#moved = [];
    this.#onLine(line);
  }
}

/** How long the patch of one answer may be. */
export const pageBytes = ({ options }: Repository, maxBytes = Infinity): number =>
  Math.min(maxBytes, options.maxOutputBytes);

/** The content of a tool's result: the diff, what was left out, and how to go on. */
export const toDiffContent = (diff: Diff, header = ''): TextContent[] => {
  return [text(`${header}${diff.text}` || 'No changes.'), ...notesOf(diff).map((note) => text(note))];
};

const notesOf = ({ count, excluded, nextCursor, isCut = false }: Diff): string[] => [
  ...(excluded.length === 0
    ? []
    : [`[Lock files are left out: ${nameSome(excluded)}. generated: true shows them.]`]),
  ...(nextCursor === undefined
    ? []
    : [`[There is more: ${count} files changed in all. Go on with cursor "${nextCursor}".]`]),
  ...(isCut ? ['[There are more files. Ask for some of them with paths.]'] : []),
];

/** The same for a text that is no tool's: which tool has the rest. */
export const partNote = ({ excluded, nextCursor }: Diff, tool: string): string =>
  [
    ...(excluded.length === 0
      ? []
      : [`\n[Lock files are left out: ${nameSome(excluded)}; ${tool} shows them.]\n`]),
    ...(nextCursor === undefined ? [] : [`\n[There is more: use ${tool}.]\n`]),
  ].join('');

const MAX_NAMED = 20;

const nameSome = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') +
  (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '');

/**
 * Reads what a range like `main..topic` changes, never the files.
 *
 * @throws {ToolError} when it is no range, or one of its ends does not exist.
 */
export const readRange = async (repository: Repository, range: string, ctx: Context): Promise<Diff> => {
  const operand = toRevision(range, 'range');
  if (!/\.\.+/.test(range))
    throw new ToolError(`range is ${JSON.stringify(range)}, which has no "..". Give two ends: main..topic`);
  return readDiff(repository, {}, { options: [], operands: ['--end-of-options', operand] }, ctx);
};
