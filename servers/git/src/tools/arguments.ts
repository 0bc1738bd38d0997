// What several tools take and give.

export const repoPath = {
  type: 'string',
  description: 'Path of the repository, or inside it. May be left out when only one is allowed.',
} as const;

export const trust = {
  type: 'object',
  description: 'Settings of the repository that were given no effect.',
  properties: {
    policy: { type: 'string', enum: ['untrusted', 'trusted'] },
    neutralised: { type: 'array', items: { type: 'string' } },
  },
  required: ['policy', 'neutralised'],
} as const;

export const revisionList = { type: 'array', items: { type: 'string' } } as const;

/** Nothing changes, nothing else is reached. */
export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
