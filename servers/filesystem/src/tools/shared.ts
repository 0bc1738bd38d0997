// What tools share: arguments that several of them have.

/** A path that has to be given; `what` says of what, like `Path of the file`. The instructions say how paths are written. */
export const pathTo = (what: string) => ({ type: 'string', description: `${what}.` }) as const;

/** A path that is the first allowed directory by default. */
export const placeToUse = (what: string) => ({ ...pathTo(what), default: '.' }) as const;

export const ifMatchEtag = {
  type: 'string',
  description: 'Etag from an earlier answer; fails if the file has changed.',
} as const;

export const nextCursor = {
  type: 'string',
  description: '`nextCursor` of the previous answer; keep the other arguments.',
} as const;
