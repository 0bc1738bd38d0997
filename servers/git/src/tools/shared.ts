// Arguments and results that many tools have in common.
import { text, ToolError, ToolResult, type Meta } from '@mcp/runtime';
import { quoted } from '../repository/arguments.ts';
import type { Repositories } from '../repository/repositories.ts';

/** What every `cursor` says. */
export const CURSOR = 'next_cursor of the previous answer; keep the other arguments.';

/**
 * How many items a cursor that is a number has passed; 0 without one.
 *
 * @throws {ToolError} when it is none.
 */
export const toPassed = (cursor = '0'): number => {
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new ToolError(`cursor is ${quoted(cursor)}, which no answer gave. Start again without it.`);
};

/** What every `dry_run` says. */
export const DRY_RUN = 'Report what would change, and change nothing.';

/** Which part of a patch to show. */
export const patchPage = {
  generated: {
    type: 'boolean',
    description: 'Include lock files.',
  },
  max_bytes: { type: 'integer', minimum: 1000, description: 'Maximum number of bytes to return.' },
  cursor: { type: 'string', description: CURSOR },
} as const;

/** Which repository: every tool takes it. */
export const repoPath = {
  type: 'string',
  description: 'Path of the repository, or of a folder in it.',
} as const;

/** Paths in a repository. */
export const pathList = {
  type: 'array',
  items: { type: 'string' },
  maxItems: 1000,
} as const;

/** Which remote. */
export const remoteName = {
  type: 'string',
  description: 'Name of the remote. Default: that of the upstream, or origin.',
} as const;

/** Only says which conflicts there would be. */
export const dryRun = {
  type: 'boolean',
  description: DRY_RUN,
} as const;

/** Whether tools that write are offered: a tool that lists and changes only lists without. */
export const canWrite = ({ options }: Repositories): boolean => options.toolsets.includes('write');

/** A list of names. */
export const strings = { type: 'array', items: { type: 'string' } } as const;

/** More names than these help nobody who reads an answer. */
const MOST_NAMES = 500;

/** The first names of a list, and how many there are. */
export const firstOf = (names: readonly string[]): { readonly shown: string[]; readonly more: number } => ({
  shown: names.slice(0, MOST_NAMES),
  more: Math.max(0, names.length - MOST_NAMES),
});

/** The member of a result that says how many names its lists leave out. */
export const moreNames = {
  type: 'integer',
  description: 'How many more files there are than the lists name.',
} as const;

/** The same in words; nothing when the lists are whole. */
export const toMore = (more: number): string[] => (more === 0 ? [] : [`and ${more} more files`]);

/**
 * A result: the text, notes that are no part of it, and the same as data, where what is undefined is absent. `meta` is for
 * programs, such as a page.
 */
export const answer = (
  printed: string,
  data: { readonly [member: string]: unknown },
  notes: readonly string[] = [],
  meta?: Meta,
): ToolResult =>
  new ToolResult({
    content: [printed, ...notes].map((each) => text(each)),
    structuredContent: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
    ...(meta && { _meta: meta }),
  });
