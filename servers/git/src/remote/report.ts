// What a transfer did, as tools return it.
import type { FromSchema } from '@mcp/runtime';
import { strings } from '../tools/shared.ts';

/** What became of one ref: here for a fetch, at the remote for a push. */
const refChange = {
  type: 'object',
  properties: {
    ref: { type: 'string' },
    change: { type: 'string', enum: ['new', 'updated', 'forced', 'deleted', 'up-to-date'] },
    from: { type: 'string' },
    to: { type: 'string' },
  },
  required: ['ref', 'change'],
} as const;

export type RefChange = FromSchema<typeof refChange>;

/** A ref that was left as it is. */
const rejection = {
  type: 'object',
  properties: { ref: { type: 'string' }, reason: { type: 'string' } },
  required: ['ref', 'reason'],
} as const;

export type Rejected = FromSchema<typeof rejection>;

/** The members of the result that all transfers of refs have. */
export const transferProperties = {
  remote: { type: 'string' },
  url: { type: 'string', description: 'Without a password.' },
  refs: { type: 'array', items: refChange },
  rejected: { type: 'array', items: rejection },
  ignored: { ...strings, description: 'Settings of the remote that would change other branches here.' },
  dry_run: { type: 'boolean' },
} as const;

/** The result of a transfer that does nothing else. */
export const transferOutput = {
  type: 'object',
  properties: transferProperties,
  required: ['remote', 'url', 'refs', 'rejected', 'dry_run'],
} as const;

/** What a fetch or a push did. */
export type TransferReport = Readonly<Omit<FromSchema<typeof transferOutput>, 'dry_run'>>;

/** A line for each ref. */
export const toLines = (refs: readonly RefChange[], rejected: readonly Rejected[]): string[] => [
  ...refs.map(({ ref, change, to }) => `${change} ${ref}${to === undefined ? '' : ` ${to.slice(0, 8)}`}`),
  ...rejected.map(({ ref, reason }) => `rejected ${ref}: ${reason}`),
];
