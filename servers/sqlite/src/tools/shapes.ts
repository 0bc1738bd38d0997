// What several tools take and give.

/** Which database; the instructions of the server name them. */
export const database = { type: 'string' } as const;

export const query = { type: 'string', description: 'One SQL statement' } as const;

/** No type: hosts differ in what they make of a union. */
export const params = { description: 'List for ?, or object for :name' } as const;

/** The same where the list of tools has said it before. */
export const paramsAgain = {} as const;

/** Rows are lists in the order of the columns. */
export const columnsAndRows = {
  columns: {
    type: 'array',
    items: {
      type: 'object',
      properties: { name: { type: 'string' }, type: { type: 'string' }, table: { type: 'string' } },
    },
  },
  rows: { type: 'array', items: { type: 'array' } },
} as const;

/** Nothing changes, nothing else is reached. */
export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Something may be lost. */
export const WRITES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
} as const;

/** Something is added. */
export const ADDS = { ...WRITES, destructiveHint: false } as const;
