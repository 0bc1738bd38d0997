// Results of transfers.
import { strings } from './shared.ts';

/** Members of the result that all transfers of refs share. */
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
        from: { type: 'string' },
        to: { type: 'string' },
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
  ignored: { ...strings, description: 'Settings of the remote that would change other branches here.' },
  dry_run: { type: 'boolean' },
} as const;

/** The result of a fetch or push. */
export const transferOutput = {
  type: 'object',
  properties: transferProperties,
  required: ['remote', 'url'],
} as const;

interface Refs {
  readonly refs: readonly { readonly ref: string; readonly change: string; readonly to?: string }[];
  readonly rejected: readonly { readonly ref: string; readonly reason: string }[];
}

/** Formats a line for each ref. */
export const toLines = ({ refs, rejected }: Refs): string[] => [
  ...refs.map(({ ref, change, to }) => `${change} ${ref}${to === undefined ? '' : ` ${to.slice(0, 8)}`}`),
  ...rejected.map(({ ref, reason }) => `rejected ${ref}: ${reason}`),
];
