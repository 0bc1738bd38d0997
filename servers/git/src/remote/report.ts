// What a transfer did, as tools return it.
import { neutralised } from '../tools/shared.ts';

/** What became of one ref. Hashes are absent where there is none. */
export interface RefChange {
  /** Its full name: here for a fetch, at the remote for a push. */
  readonly ref: string;
  readonly change: 'new' | 'updated' | 'forced' | 'deleted' | 'up-to-date';
  readonly from?: string;
  readonly to?: string;
}

/** A ref that was left as it is. */
export interface Rejected {
  readonly ref: string;
  readonly reason: string;
}

/** What a fetch or a push did. */
export interface TransferReport {
  readonly remote: string;
  /** Without a password. */
  readonly url: string;
  readonly refs: readonly RefChange[];
  readonly rejected: readonly Rejected[];
  /** Settings of the repository that had no effect. */
  readonly neutralised: readonly string[];
}

const hash = { type: 'string' } as const;

/** The members of the result that all transfers of refs have. */
export const transferProperties = {
  remote: { type: 'string' },
  url: { type: 'string', description: 'Without a password.' },
  refs: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        ref: { type: 'string' },
        change: { type: 'string', enum: ['new', 'updated', 'forced', 'deleted', 'up-to-date'] },
        from: hash,
        to: hash,
      },
      required: ['ref', 'change'],
    },
  },
  rejected: {
    type: 'array',
    items: {
      type: 'object',
      properties: { ref: { type: 'string' }, reason: { type: 'string' } },
      required: ['ref', 'reason'],
    },
  },
  dryRun: { type: 'boolean' },
} as const;

/** The result of a transfer that does nothing else. */
export const transferOutput = {
  type: 'object',
  properties: { ...transferProperties, neutralised },
  required: ['remote', 'url', 'refs', 'rejected', 'dryRun', 'neutralised'],
} as const;

/** A line for each ref. */
export const toLines = (refs: readonly RefChange[], rejected: readonly Rejected[]): string[] => [
  ...refs.map(({ ref, change, to }) => `${change} ${ref}${to === undefined ? '' : ` ${to.slice(0, 8)}`}`),
  ...rejected.map(({ ref, reason }) => `rejected ${ref}: ${reason}`),
];
