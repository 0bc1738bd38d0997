// What several tools take and give.

export const repoPath = {
  type: 'string',
  description: 'Optional when one is allowed.',
} as const;

export const remoteName = {
  type: 'string',
  description: 'Left out: that of the upstream, or origin.',
} as const;

/** A message for a commit or a tag. */
export const messageArgument = { type: 'string', maxLength: 100_000 } as const;

export const trust = {
  type: 'object',
  properties: {
    policy: { type: 'string', enum: ['untrusted', 'trusted'] },
    neutralised: { type: 'array', items: { type: 'string' } },
  },
  required: ['policy', 'neutralised'],
} as const;

/** Settings of the repository that had no effect. */
export const neutralised = { type: 'array', items: { type: 'string' } } as const;

/** Nothing changes, nothing else is reached. */
export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
