// Arguments and results that several tools share.
import { ToolError } from '@mcp/runtime';
import type { Answer } from '../answer.ts';
import { toPage } from '../read/page.ts';
import { quoted } from '@mcp/git';
import type { Repositories, Repository } from '../repositories.ts';

/** The start of a page. */
export const pageCursor = {
  type: 'string',
  description: 'next_cursor of the previous answer; keep the other arguments.',
} as const;

/**
 * Returns how many items a numeric cursor skips; 0 without one.
 *
 * @throws {ToolError} if it is not a number.
 */
export const toPassed = (given = '0'): number => {
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new ToolError(`cursor is ${quoted(given)}, which no answer gave. Start again without it.`);
};

/** A list that a tool shows. */
interface Listing {
  /** What is listed, like `tags`; also the member of the data. */
  readonly what: string;
  readonly cursor: string | undefined;
}

/** Returns the items that fit, their total number, and how to continue. */
export const toList = <T>(
  { options }: Repository,
  all: readonly T[],
  toLine: (item: T) => string,
  { what, cursor }: Listing,
): Answer => {
  const passed = toPassed(cursor);
  const limits = { maxBytes: options.maxOutputBytes, passed, what };
  const { shown, text, nextCursor, more } = toPage(all.slice(passed), toLine, limits);
  const data = { [what]: shown, total: all.length, next_cursor: nextCursor };
  return { text: text || `No ${what}.`, data, more };
};

/** The part of a patch to show. `max_bytes` is accepted and not listed. */
export const patchPage = {
  generated: { type: 'boolean', description: 'Include lock files.' },
  max_bytes: { type: 'integer', minimum: 1000, description: 'Maximum number of bytes to return.' },
  cursor: pageCursor,
} as const;

/** The repository; every tool has it. */
export const repoPath = {
  type: 'string',
  description: 'Repository, or a folder in it.',
} as const;

/** Paths in a repository: hosts that check arguments let a model give a single one as a string. */
export const pathList = {
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
} as const;

/** The remote. */
export const remoteName = {
  type: 'string',
  description: 'Name of the remote. Default: that of the upstream, or origin.',
} as const;

/** A preview. */
export const dryRunFlag = {
  type: 'boolean',
  description: 'Report what would change, and change nothing.',
} as const;

/** Whether tools that write are on. Without them, a tool that lists and changes only lists. */
export const canWrite = ({ options }: Repositories): boolean => options.toolsets.includes('write');

/** A list of names. */
export const strings = { type: 'array', items: { type: 'string' } } as const;

/** Longer lists of names help nobody. */
const MOST_NAMES = 500;

/** Shortens each list of names; `more` is the number of names left out. */
export const firstOf = <const List extends string>(lists: {
  readonly [list in List]: readonly string[];
}): { readonly [list in List]: readonly string[] } & { readonly more: number | undefined } => {
  const all = Object.entries<readonly string[]>(lists);
  const more = all.reduce((sum, [, names]) => sum + Math.max(0, names.length - MOST_NAMES), 0);
  const first = Object.fromEntries(all.map(([list, names]) => [list, names.slice(0, MOST_NAMES)]));
  return { ...lists, ...first, more: more === 0 ? undefined : more };
};

/** The member that counts the names left out. */
export const moreNames = {
  type: 'integer',
  description: 'How many more files there are than the lists name.',
} as const;

/** Says how many names are left out; empty if none. */
export const toMore = (more: number | undefined): string[] =>
  more === undefined ? [] : [`and ${more} more files`];
