// Confirmation: asks the user before a tool replaces, edits or deletes something (feature: elicitation).
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Context } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { type Changed, FileError, type FileSystem, oneLine, unlessRefused } from '@mcp/files';
import { readLines } from './text/read-lines.ts';

/** Something that a change would replace or delete. */
export interface Loss {
  readonly files: FileSystem;
  readonly path: string;
  /** Like `Replace a.txt`. */
  readonly act: string;
  /** Whether a link itself would be lost, rather than its target. */
  readonly isLinkItself?: boolean;
  /** Whether a directory would be lost with everything in it. */
  readonly isWhole?: boolean;
}

/** What the user allowed. */
export interface Agreement {
  /** False if nothing existed when the user would have been asked: then nothing may be replaced. */
  readonly mayReplace: boolean;
  /** Etag of the file that the user saw: no other state may be replaced or deleted. Absent if the user was not asked. */
  readonly etag?: string;
}

/** What the user is asked before a change whose result is known. */
export interface Question {
  /** Like `Make 2 edits in a.txt`. */
  readonly act: string;
  readonly details: string;
  /** What the answer is about: the answer counts only while this stays the same. */
  readonly state: string;
}

/** A change that a tool makes. */
export interface ToolChange {
  readonly tool: string;
  readonly files: FileSystem;
  readonly confirm: Confirm;
  /** What is at stake; absent when nothing can be lost. */
  readonly loss?: Omit<Loss, 'files'> | undefined;
  /** Asked instead of what is at stake. Its state is the etag of the agreement. */
  readonly question?: Question | undefined;
  readonly allOrNone?: boolean;
}

/**
 * Asks where something is at stake, makes the change, and says whether it can be undone.
 *
 * @returns what the work returns, and a note for the end of the answer.
 * @throws {ToolError} when the user refuses, or cannot be asked; and what the work throws.
 */
export const makeChange = async <T>(
  ctx: Context,
  { tool, files, confirm, loss, question, allOrNone = false }: ToolChange,
  work: (files: FileSystem, agreement: Agreement) => Promise<T>,
): Promise<Changed<T>> => {
  const agreement: Agreement =
    loss === undefined
      ? await agree(confirm, ctx, question)
      : await askToLose(confirm, ctx, { files, ...loss });
  return files.change({ tool, allOrNone }, (changing) => work(changing, agreement));
};

const agree = async (confirm: Confirm, ctx: Context, question: Question | undefined): Promise<Agreement> => {
  if (!confirm.isOn || question === undefined) return { mayReplace: false };
  const { act, details, state } = question;
  await confirm.ask(ctx, { question: `${oneLine(act)}?\n${details}`, act, state });
  return { mayReplace: true, etag: state };
};

const askToLose = async (
  confirm: Confirm,
  ctx: Context,
  { files, path, act, isLinkItself = false, isWhole = false }: Loss,
): Promise<Agreement> => {
  if (!confirm.isOn) return { mayReplace: true };
  const link = isLinkItself ? await unlessRefused(() => files.linkState(path), 'not_found') : undefined;
  const state = link ?? (await unlessRefused(async () => (await files.stat(path)).state, 'not_found'));
  if (state === undefined) return { mayReplace: false };
  const isTree = isWhole && state.type === 'directory';
  const digest = isTree ? await digestOf(files, path) : state.etag;
  const details = state.type === 'symlink' ? LINK : await describe(files, { path, state }, ctx);
  await agree(confirm, ctx, { act, details, state: digest });
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

const LINK = 'It is a symbolic link; its target stays.';

/** Describes what would be lost: the size and first lines of a file, or the names in a directory. */
const describe = async (
  files: FileSystem,
  { path, state }: Awaited<ReturnType<FileSystem['stat']>>,
  ctx: Context,
): Promise<string> => {
  if (state.type === 'directory') {
    const listing = await unlessRefused(() => files.list(path));
    return listing === undefined ? 'It cannot be read.' : describeDirectory(listing);
  }
  const size = `It has ${countOf(state.size, 'byte', 'bytes')}`;
  const lines = await firstLines(files, path, ctx);
  return lines === '' ? `${size}.` : `${size} and begins with:\n${lines}`;
};

const countOf = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const MAX_NAMES = 20;

const describeDirectory = ({ entries }: Awaited<ReturnType<FileSystem['list']>>): string => {
  if (entries.length === 0) return 'It is an empty directory.';
  const names = entries
    .slice(0, MAX_NAMES)
    .map(({ name, type }) => oneLine(type === 'directory' ? `${name}/` : name));
  const more = entries.length > MAX_NAMES ? ` and ${entries.length - MAX_NAMES} more` : '';
  return `It is a directory with ${countOf(entries.length, 'entry', 'entries')}: ${names.join(', ')}${more}.`;
};

const MAX_CHARS = 500;
const MAX_LINES = 5;

/** Returns the first lines of a text file, or an empty string if it is not text or cannot be read. */
const firstLines = async (files: FileSystem, path: string, request: Context): Promise<string> => {
  const range = { first: 1, count: MAX_LINES };
  const lines = await unlessRefused(() =>
    files.read(path, (file) => readLines(file, range, { path, maxChars: MAX_CHARS, request })),
  );
  if (lines === undefined) return '';
  const isAll = lines.nextLine === undefined && !lines.isTruncated;
  return isAll ? lines.text.trimEnd() : `${lines.text.trimEnd()}\n…`;
};
