// --roots: how the roots of clients count.

/** How client roots and the directories of the command line combine. */
export type RootsMode = 'narrow' | 'intersect' | 'replace' | 'ignore';

/** The flag of a server. */
export const rootsFlag = {
  type: 'string',
  values: ['narrow', 'intersect', 'replace', 'ignore'],
  default: 'narrow',
  placeholder: 'mode',
  description:
    'How roots of a client count: narrow the directories that they overlap, intersect with all, replace them, or not ' +
    'at all',
} as const;
