// git_review: everything to start a review of a branch, in one call.
import { readsOnly } from '@mcp/runtime';
import { Content } from '../answer.ts';
import { diffIcon } from '../icons.ts';
import { diffNotes, pageBytes, readDiff, withoutPatch } from '../read/diff.ts';
import { commitSchema } from '../read/log.ts';
import { changedFileSchema, toFileLine } from '../read/numstat.ts';
import { readCommits, readConflictsOfMerge, readFiles, type Ends } from '../read/review.ts';
import { toPage } from '../read/page.ts';
import { toRevision } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { gitTool } from './frame.ts';
import { patchPage, pathList, strings } from './shared.ts';

export const gitReview = gitTool({
  name: 'git_review',
  unlisted: ['generated', 'max_bytes'],
  title: 'Review',
  description:
    'Show the commits of a branch, its changed files, whether a merge into base would conflict, and the patch.',
  icons: diffIcon,
  annotations: readsOnly,
  properties: {
    base: { type: 'string', description: 'Branch to merge into, like main.' },
    target: { type: 'string', default: 'HEAD', description: 'Branch or commit to review.' },
    paths: { ...pathList, description: 'Files and folders to review.' },
    ...patchPage,
  },
  required: ['base'],
  outputSchema: {
    type: 'object',
    properties: {
      commits: { type: 'array', items: commitSchema },
      total: { type: 'integer', description: 'How many commits only target has.' },
      files: { type: 'array', items: changedFileSchema, description: 'Since target left base.' },
      files_changed: { type: 'integer', description: 'More than are listed when they do not fit.' },
      additions: { type: 'integer' },
      deletions: { type: 'integer' },
      merges_cleanly: { type: 'boolean', description: 'Without conflicts. Git before 2.38 cannot tell.' },
      conflicts: { ...strings, description: 'Files in which a merge into base would conflict.' },
      patch: { type: 'string', description: 'A page of it.' },
      next_cursor: { type: 'string' },
    },
    required: ['patch'],
  },
  aliases: { into: 'base', base_branch: 'base' },
  async run(repository, { base, target, ...form }) {
    const ends = await repository.resolveAll({
      base: `${toRevision(base, 'base')}^{commit}`,
      target: `${toRevision(target, 'target')}^{commit}`,
    });
    const maxBytes = pageBytes(repository, form.max_bytes);
    // Later pages have only the patch.
    const first =
      form.cursor === undefined
        ? await readOverview(repository, ends, form.paths ?? [], maxBytes)
        : undefined;
    const rest = Math.max(1000, maxBytes - Buffer.byteLength(first?.text ?? ''));
    const operands = ['--end-of-options', ends.base, ends.target] as const;
    const diff = await readDiff(
      repository,
      { ...form, max_bytes: rest },
      { options: ['--merge-base'], operands },
    );
    const patch = new Content(diff.text || withoutPatch(diff));
    const { more, notes } = diffNotes(diff);
    return {
      text: first?.text ?? patch,
      data: { ...first?.data, patch: new Content(diff.text), next_cursor: diff.nextCursor },
      more,
      notes: [...(first === undefined ? [] : [patch]), ...notes],
    };
  },
});

const MOST_COMMITS = 100;

// Commits and files get a quarter of the page each.
const readOverview = async (
  repository: Repository,
  ends: Ends,
  given: string | readonly string[],
  maxBytes: number,
) => {
  const part = Math.floor(maxBytes / 4);
  const paths = given.length === 0 ? [repository.fromTop('.')] : repository.toPaths(given, 'paths');
  // First, because it reports commits without a common history.
  const files = await readFiles(repository, ['--end-of-options', ends.base, ends.target, '--', ...paths]);
  const [{ page, total }, conflicts] = await Promise.all([
    readCommits(repository, ends, { count: MOST_COMMITS, maxBytes: part }),
    readConflictsOfMerge(repository, ends),
  ]);
  const listed = toPage(files, (file) => toFileLine(file).trimEnd(), { maxBytes: part, what: 'files' });
  const sum = (count: 'additions' | 'deletions'): number => files.reduce((all, file) => all + file[count], 0);
  const counts = { files_changed: files.length, additions: sum('additions'), deletions: sum('deletions') };
  const more = total - page.commits.length;
  const left = files.length - listed.shown.length;
  const lines = [
    `${total} commit${total === 1 ? '' : 's'}:`,
    ...(page.text === '' ? [] : [page.text]),
    ...(more > 0 ? [`[${more} more: git_log with ref base..target.]`] : []),
    '',
    `${files.length} file${files.length === 1 ? '' : 's'} changed, +${counts.additions} -${counts.deletions}:`,
    ...(listed.text === '' ? [] : [listed.text]),
    ...(left > 0 ? [`[${left} more: git_diff with base, target, merge_base and stat lists all.]`] : []),
    '',
    toSentence(conflicts),
  ];
  return {
    text: lines.join('\n'),
    data: {
      commits: page.commits,
      total,
      files: listed.shown,
      ...counts,
      merges_cleanly: conflicts?.length === 0,
      conflicts,
    },
  };
};

const toSentence = (conflicts: readonly string[] | undefined): string => {
  if (conflicts === undefined) return 'Whether a merge would conflict, git 2.38 or newer can tell.';
  return conflicts.length === 0
    ? 'It merges into base without conflicts.'
    : `A merge into base would conflict in: ${conflicts.join(', ')}`;
};
