// What the arguments of many tools have in common.

/** The argument `path`. What it may be is in the server's instructions, once for all tools. */
export const PATH = { type: 'string' } as const;

/** The argument `ifMatch`. */
export const IF_MATCH = { type: 'string', description: 'Only if it still has this etag.' } as const;
