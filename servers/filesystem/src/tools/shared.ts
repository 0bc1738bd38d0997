// What tools share: arguments that several of them have.

const RELATIVE = 'absolute or relative to the first allowed directory.';

/** A path that has to be given; `what` says of what, like `Path of the file`. */
export const pathTo = (what: string) => ({ type: 'string', description: `${what}, ${RELATIVE}` }) as const;

/** A path that is the first allowed directory by default. */
export const placeToUse = (what: string) => ({ ...pathTo(what), default: '.' }) as const;

export const ifMatchEtag = {
  type: 'string',
  description: 'Etag from an earlier answer; fail when the file has changed since then.',
} as const;

export const nextCursor = {
  type: 'string',
  description: 'nextCursor of the last answer, to go on with the same arguments.',
} as const;
