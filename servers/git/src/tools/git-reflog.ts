// git_reflog: earlier positions of HEAD or a branch.
import { readsOnly } from '@mcp/runtime';
import { toRevision } from '@mcp/git';
import { logIcon } from '../icons.ts';
import { toPage } from '../read/page.ts';
import { readReflog, reflogEntry, type ReflogEntry } from '../read/reflog.ts';
import { gitTool } from './frame.ts';
import { pageCursor, toPassed } from './shared.ts';

export const gitReflog = gitTool({
  name: 'git_reflog',
  title: 'Reflog',
  description: 'Show where HEAD or a branch was before, newest first, as `git reflog` does.',
  icons: logIcon,
  annotations: readsOnly,
  properties: {
    ref: { type: 'string', default: 'HEAD', description: 'A branch, or HEAD.' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      default: 30,
      description: 'Maximum number of entries to return.',
    },
    cursor: pageCursor,
  },
  outputSchema: {
    type: 'object',
    properties: { entries: { type: 'array', items: reflogEntry }, next_cursor: { type: 'string' } },
  },
  async run(repository, { ref, limit: count, cursor }) {
    const passed = toPassed(cursor);
    // One more shows whether there is a next page.
    const range = [`--max-count=${count + 1}`, `--skip=${passed}`] as const;
    const all = await readReflog(repository, toRevision(ref, 'ref'), range);
    const { maxOutputBytes: maxBytes } = repository.options;
    const { shown, text, nextCursor, more } = toPage(all, toLine, {
      maxBytes,
      count,
      passed,
      what: 'entries',
    });
    return {
      text: text || 'No entries.',
      data: {
        entries: shown.map(({ selector, hash, message }) => ({ selector, hash, message })),
        next_cursor: nextCursor,
      },
      more,
    };
  },
});

const toLine = ({ selector, hash, message }: ReflogEntry): string => `${hash} ${selector}: ${message}`;
