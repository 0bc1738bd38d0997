// The arguments of tools that take one URL.

export const oneUrl = {
  type: 'object',
  properties: { url: { type: 'string' } },
  required: ['url'],
  additionalProperties: false,
} as const;
