// --roots: what the operator lets the roots of clients do.

/**
 * What client roots do beside directories of the command line: narrow each one that they overlap, narrow all or refuse,
 * take their place, or nothing.
 */
export type RootsMode = 'narrow' | 'intersect' | 'replace' | 'ignore';

/** The flag of a server. */
export const rootsFlag = {
  type: 'string',
  values: ['narrow', 'intersect', 'replace', 'ignore'],
  default: 'narrow',
  placeholder: 'mode',
  description:
    'What the roots of a client do: narrow directories that they overlap, ' +
    'allow only what both name, take their place, or nothing',
} as const;
