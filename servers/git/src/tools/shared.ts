// Arguments and results that many tools have in common.
import { text, ToolResult, type Meta } from '@mcp/runtime';
import type { Repositories } from '../repository/repositories.ts';

/** Which part of a patch to show. */
export const patchPage = {
  generated: {
    type: 'boolean',
    default: false,
    description: 'Show lock files too, like package-lock.json.',
  },
  max_bytes: { type: 'integer', minimum: 1000, description: 'The most bytes of one page.' },
  cursor: { type: 'string', description: 'The cursor at the end of the page before.' },
} as const;

/** Which repository: every tool takes it. */
export const repoPath = {
  type: 'string',
  description: 'Path of the repository, or of a folder in it. May be omitted if only one is allowed.',
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

/** Gives up what has conflicts. */
export const abortOf = (operation: string) =>
  ({
    type: 'boolean',
    default: false,
    description: `Abort the ${operation} in progress.`,
  }) as const;

/** Goes on with it. */
export const goOn = {
  type: 'boolean',
  default: false,
  description: 'Continue after conflicts, when all are resolved and staged.',
} as const;

/** Only says which conflicts there would be. */
export const dryRun = {
  type: 'boolean',
  default: false,
  description: 'Change nothing, only report which files would be in conflict.',
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
