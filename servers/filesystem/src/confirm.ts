// What is at stake where a file is replaced or deleted: the user is asked only when there is one (feature: elicitation).
import type { Context } from '@mcp/runtime';
import type { Confirm } from '@mcp/runtime/cli';
import { FileError } from './failure.ts';
import type { FileSystem, FileInfo } from './files/file-system.ts';

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
  const found = await findTaken(files, path);
  if (found === undefined) return false;
  await confirm.ask(ctx, { question: `${act}?\n${await describe(files, path, found)}`, act });
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
  if (await files.isLink(path))
    return confirm.ask(ctx, { question: `${act}?\nIt is a symbolic link; its target stays.`, act });
  const found = await findTaken(files, path);
  if (found !== undefined)
    await confirm.ask(ctx, { question: `${act}?\n${await describe(files, path, found)}`, act });
};

const findTaken = async (files: FileSystem, path: string): Promise<FileInfo | undefined> => {
  try {
    return await files.stat(path);
  } catch (error) {
    if (error instanceof FileError && error.code === 'not_found') return undefined;
    throw error;
  }
};

/** For the user: the size and the first lines of a file, or the names in a directory. */
const describe = async (files: FileSystem, path: string, { state }: FileInfo): Promise<string> => {
  try {
    if (state.type === 'directory') return describeDirectory(await files.list(path));
    const size = `It has ${countOf(state.size, 'byte', 'bytes')}`;
    const lines = state.type === 'file' ? await files.read(path, firstLines) : '';
    return lines === '' ? `${size}.` : `${size} and begins with:\n${lines}`;
  } catch (error) {
    if (error instanceof FileError) return 'It cannot be read.';
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
    .map(({ name, type }) => (type === 'directory' ? `${name}/` : name));
  const more = entries.length > MAX_NAMES ? ` and ${entries.length - MAX_NAMES} more` : '';
  return `It is a directory with ${countOf(entries.length, 'entry', 'entries')}: ${names.join(', ')}${more}.`;
};

const MAX_BYTES = 500;
const MAX_LINES = 5;

/** The beginning of a text; empty for what is none. */
const firstLines = async (file: Parameters<Parameters<FileSystem['read']>[1]>[0]): Promise<string> => {
  const { bytes, isEnd } = await file.read(0, MAX_BYTES);
  // A character may be cut at the end.
  const text = bytes.toString('utf8').replace(/\uFFFD{1,3}$/u, '');
  if (bytes.includes(0) || text.includes('\uFFFD')) return '';
  const lines = text.split('\n').slice(0, MAX_LINES);
  const isWhole = isEnd && lines.join('\n').trimEnd() === text.trimEnd();
  return `${lines.join('\n').trimEnd()}${isWhole ? '' : '\n…'}`;
};
