// git_reflog: where a branch or HEAD was before.
import { readsOnly } from '@mcp/runtime';
import { toRevision } from '../repository/arguments.ts';
import { logIcon } from '../icons.ts';
import { takeFitting } from '../read/budget.ts';
import { readReflog, type ReflogEntry } from '../read/reflog.ts';
import { gitTool } from './frame.ts';
import { CURSOR, toPassed, answer } from './shared.ts';

const entry = {
  type: 'object',
  properties: { selector: { type: 'string' }, hash: { type: 'string' }, message: { type: 'string' } },
  required: ['selector', 'hash', 'message'],
} as const;

const output = {
  type: 'object',
  properties: { entries: { type: 'array', items: entry }, next_cursor: { type: 'string' } },
  required: ['entries'],
} as const;

export const gitReflog = gitTool({
  name: 'git_reflog',
  title: 'Reflog',
  description: 'Show where HEAD or a branch was before, newest first, as `git reflog` does.',
  icons: logIcon,
  annotations: readsOnly,
  properties: {
    ref: { type: 'string', default: 'HEAD', description: 'A branch, or HEAD.' },
    max_count: {
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      default: 30,
      description: 'Maximum number of entries to return.',
    },
    cursor: { type: 'string', description: CURSOR },
  },
  outputSchema: output,
  async run(repository, { ref, max_count: count, cursor }) {
    const skip = toPassed(cursor);
    // One more than asked for, which shows whether there is a next page.
    const range = [`--max-count=${count + 1}`, `--skip=${skip}`] as const;
    const all = await readReflog(repository, toRevision(ref, 'ref'), range);
    const entries = takeFitting(all.slice(0, count), repository.options.maxOutputBytes, toLine);
    const next = entries.length < all.length ? String(skip + entries.length) : undefined;
    return answer(
      entries.map(toLine).join('\n') || 'No entries.',
      {
        entries: entries.map(({ selector, hash, message }) => ({ selector, hash, message })),
        next_cursor: next,
      },
      next === undefined ? [] : [`[There are more entries. Go on with cursor "${next}".]`],
    );
  },
});

const toLine = ({ selector, hash, message }: ReflogEntry): string =>
  `${hash.slice(0, 8)} ${selector}: ${message}`;
