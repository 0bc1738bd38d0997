// What the arguments of many tools have in common.

/** The argument `path`. What it may be is in the server's instructions, once for all tools. */
export const PATH = { type: 'string' } as const;

/** The argument `ifMatch`, an etag. The server's instructions say what it does. */
export const IF_MATCH = { type: 'string' } as const;
