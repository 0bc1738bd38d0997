// What the arguments of many tools have in common.

/** The argument `path`. What it may be is in the server's instructions, once for all tools. */
export const PATH = { type: 'string' } as const;

/** An argument that bounds something. Below 1 it bounds nothing: some models give 0 or -1 when they want no bound. */
export const COUNT = { type: 'integer' } as const;

/** The value of a `COUNT`, or another when it bounds nothing. */
export const countOr = <T>(given: number | undefined, otherwise: T): number | T =>
  given === undefined || given < 1 ? otherwise : given;

/** The argument `ifMatch`, an etag. The server's instructions say what it does. */
export const IF_MATCH = { type: 'string' } as const;
