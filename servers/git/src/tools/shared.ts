// Arguments and results that many tools have in common.

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

/** Settings of the repository that had no effect. */
export const neutralised = {
  type: 'array',
  items: { type: 'string' },
  description: 'Settings of the repository that had no effect.',
} as const;
