// What is at stake where a file is replaced or deleted: the user is asked only when there is one (feature: elicitation).
import type { Context } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { FileError, unlessRefused } from './failure.ts';
import type { FileSystem } from './files/file-system.ts';
import type { FileState } from './files/state.ts';
import { oneLine } from './text/one-line.ts';
import { readLines } from './text/read-lines.ts';

/** What is to be replaced, and how to say so. */
export interface Replacement {
  readonly files: FileSystem;
  readonly path: string;
  /** Like `Replace a.txt`. */
  readonly act: string;
}

/**
 * Whether a path may be replaced. False when there is nothing, and the user would have to be asked if there were: then
 * replace nothing that comes meanwhile.
 *
 * @throws {ToolError} when the user refuses, or cannot be asked.
 */
export const askToReplace = async (
  confirm: Confirm,
  ctx: Context,
  { files, path, act }: Replacement,
): Promise<boolean> => {
  if (!confirm.isOn) return true;
  const loss = await describe(files, path, ctx);
  if (loss === undefined) return false;
  await confirm.ask(ctx, { question: `${oneLine(act)}?\n${loss}`, act });
  return true;
};

/** What is to be deleted. */
export interface Deletion {
  readonly files: FileSystem;
  readonly path: string;
  readonly recursive: boolean;
}

/**
 * Returns when a path may be deleted, or when there is nothing to delete.
 *
 * @throws {ToolError} when the user refuses, or cannot be asked.
 */
export const askToDelete = async (
  confirm: Confirm,
  ctx: Context,
  { files, path, recursive }: Deletion,
): Promise<void> => {
  if (!confirm.isOn) return;
  const act = `Delete ${path}${recursive ? ' and everything in it' : ''}`;
  const loss = (await files.isLink(path))
    ? 'It is a symbolic link; its target stays.'
    : await describe(files, path, ctx);
  if (loss !== undefined) await confirm.ask(ctx, { question: `${oneLine(act)}?\n${loss}`, act });
};

/** For the user: the size and the first lines of a file, or the names in a directory. Undefined when there is nothing. */
const describe = async (files: FileSystem, path: string, ctx: Context): Promise<string | undefined> => {
  const state = await findState(files, path);
  if (state === undefined) return undefined;
  if (state.type === 'directory') {
    const listing = await unlessRefused(() => files.list(path));
    return listing === undefined ? 'It cannot be read.' : describeDirectory(listing);
  }
  const size = `It has ${countOf(state.size, 'byte', 'bytes')}`;
  const lines = await firstLines(files, path, ctx);
  return lines === '' ? `${size}.` : `${size} and begins with:\n${lines}`;
};

const findState = async (files: FileSystem, path: string): Promise<FileState | undefined> => {
  try {
    return (await files.stat(path)).state;
  } catch (error) {
    if (error instanceof FileError && error.code === 'not_found') return undefined;
    throw error;
  }
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

/** The beginning of a text; empty for what is none, or cannot be read. */
const firstLines = async (files: FileSystem, path: string, request: Context): Promise<string> => {
  const range = { first: 1, count: MAX_LINES };
  const lines = await unlessRefused(() =>
    files.read(path, (file) => readLines(file, range, { path, maxChars: MAX_CHARS, request })),
  );
  if (lines === undefined) return '';
  const isAll = lines.nextLine === undefined && !lines.isTruncated;
  return isAll ? lines.text.trimEnd() : `${lines.text.trimEnd()}\n…`;
};
