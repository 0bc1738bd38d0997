// Confirmation: asks the user before a tool replaces, edits or deletes something (feature: elicitation).
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Context } from '@mcp/runtime';
import { inWords, type Confirm } from '@mcp/command-line';
import { type Changed, FileError, type FileSystem, oneLine, unlessRefused } from '@mcp/files';
import { readLines } from './text/read-lines.ts';

/** What a change would replace or delete. */
interface Loss {
  readonly path: string;
  readonly act: string;
  /** Whether a link itself would be lost, not its target. */
  readonly isLinkItself?: boolean;
  /** Whether a directory would be lost with everything in it. */
  readonly isWhole?: boolean;
}

export interface Agreement {
  /** False if nothing existed when the user would have been asked, so nothing may be replaced. */
  readonly mayReplace: boolean;
  /**
   * Etag of the file that the user saw; only this state may be replaced or deleted. Absent if the user was not asked.
   */
  readonly etag?: string;
}

/** A question about a change whose result is known. */
export interface Question {
  /** Like `Make 2 edits in a.txt`. */
  readonly act: string;
  readonly details: string;
  /** The answer counts only while this stays the same. */
  readonly state: string;
}

export interface ToolChange {
  readonly tool: string;
  readonly files: FileSystem;
  readonly confirm: Confirm;
  /** What could be lost; absent if nothing can. */
  readonly loss?: Loss | undefined;
  /** Asked instead of a question about the loss. Its state becomes the etag of the agreement. */
  readonly question?: Question | undefined;
  readonly allOrNone?: boolean;
}

/**
 * Asks the user if something could be lost, makes the change, and reports whether it can be undone.
 *
 * @returns the result of the work, and a note for the end of the answer.
 * @throws {ToolError} if the user refuses or cannot be asked; and whatever the work throws.
 */
export const makeChange = async <T>(
  ctx: Context,
  change: ToolChange,
  work: (files: FileSystem, agreement: Agreement) => Promise<T>,
): Promise<Changed<T>> => {
  const { tool, files, confirm, loss, question, allOrNone = false } = change;
  let agreement: Agreement = { mayReplace: loss !== undefined && !confirm.isOn };
  if (confirm.isOn && loss !== undefined) agreement = await askAboutLoss(ctx, change, loss);
  else if (confirm.isOn && question !== undefined) agreement = await ask(ctx, confirm, question);
  const changed = await files.change({ tool, allOrNone }, (changing) => work(changing, agreement));
  return { ...changed, note: inWords(changed.note) };
};

const ask = async (ctx: Context, confirm: Confirm, { act, details, state }: Question): Promise<Agreement> => {
  await confirm.ask(ctx, { question: `${oneLine(act)}?\n${details}`, act, state });
  return { mayReplace: true, etag: state };
};

const askAboutLoss = async (
  ctx: Context,
  { files, confirm }: ToolChange,
  { path, act, isLinkItself = false, isWhole = false }: Loss,
): Promise<Agreement> => {
  const link = isLinkItself ? await unlessRefused(() => files.linkState(path), 'not_found') : undefined;
  const state = link ?? (await unlessRefused(async () => (await files.stat(path)).state, 'not_found'));
  if (state === undefined) return { mayReplace: false };
  const isTree = isWhole && state.type === 'directory';
  const digest = isTree ? await digestOf(files, path) : state.etag;
  const details = await describe(ctx, files, { path, state });
  await ask(ctx, confirm, { act, details, state: digest });
  if (isTree && (await digestOf(files, path)) !== digest)
    throw new FileError('changed', `${path} has changed since the user agreed; nothing was done.`);
  return { mayReplace: true, etag: state.etag };
};

/** Returns a digest of the names, types, sizes and times of everything below a directory. */
const digestOf = async (files: FileSystem, top: string): Promise<string> => {
  const digest = createHash('sha256');
  const waiting = [top];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { entries } = await files.listWithStates(path);
    digest.update(JSON.stringify([path, entries]));
    for (const { name, type } of entries) if (type === 'directory') waiting.push(join(path, name));
  }
  return digest.digest('base64url');
};

const MAX_NAMES = 20;
const MAX_BYTES = 500;
const FIRST_LINES = { first: 1, count: 5 };

/** Describes what would be lost: the size and first lines of a file, or the names in a directory. */
const describe = async (
  ctx: Context,
  files: FileSystem,
  { path, state }: Awaited<ReturnType<FileSystem['stat']>>,
): Promise<string> => {
  if (state.type === 'symlink') return 'It is a symbolic link; its target stays.';
  if (state.type === 'directory') {
    const { entries } = (await unlessRefused(() => files.list(path))) ?? {};
    if (entries === undefined) return 'It cannot be read.';
    if (entries.length === 0) return 'It is an empty directory.';
    const shown = entries.slice(0, MAX_NAMES);
    const names = shown.map(({ name, type }) => oneLine(type === 'directory' ? `${name}/` : name));
    const more = entries.length > MAX_NAMES ? ` and ${entries.length - MAX_NAMES} more` : '';
    return `It is a directory with ${countOf(entries.length, 'entry', 'entries')}: ${names.join(', ')}${more}.`;
  }
  const size = `It has ${countOf(state.size, 'byte', 'bytes')}`;
  const options = { path, maxBytes: MAX_BYTES, request: ctx };
  const lines = await unlessRefused(() => files.read(path, (file) => readLines(file, FIRST_LINES, options)));
  if (lines === undefined || lines.text.trimEnd() === '') return `${size}.`;
  const more = lines.nextLine !== undefined || lines.isTruncated ? '\n…' : '';
  return `${size} and begins with:\n${lines.text.trimEnd()}${more}`;
};

const countOf = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
