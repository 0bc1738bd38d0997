// The option --roots.

/** How client roots and the directories of the command line combine. */
export type RootsMode = 'narrow' | 'intersect' | 'replace' | 'ignore';

export const rootsFlag = {
  type: 'string',
  values: ['narrow', 'intersect', 'replace', 'ignore'],
  default: 'narrow',
  placeholder: 'mode',
  description: 'What the roots of a client do to the directories',
} as const;
