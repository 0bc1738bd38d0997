// git_reset: unstages files, or moves the branch.
import { changes, ToolError } from '@mcp/runtime';
import { named, namedFiles } from '../confirm.ts';
import type { Answer } from '../answer.ts';
import { undoIcon } from '../icons.ts';
import { shortName } from '../read/refs.ts';
import { quoted, toRevision, type Operand, type Option } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { changedFiles } from '../write/changed-files.ts';
import { applyToIndex, patchArgument, toPatchLines, type Runs } from '../write/patch.ts';
import { checkNothingLost, listRemoved } from '../write/undo.ts';
import { gitTool } from './frame.ts';
import { dryRunFlag, firstOf, moreNames, pathList, strings, toMore } from './shared.ts';

export const gitReset = gitTool({
  name: 'git_reset',
  title: 'Reset',
  description:
    'Unstage changes, or with revision move the current branch, like HEAD~1 to undo the last commit.',
  icons: undoIcon,
  annotations: changes,
  properties: {
    paths: { ...pathList, description: 'Files to unstage. Default: all.' },
    patch: {
      ...patchArgument,
      description: 'Unstage these hunks of the unified diff of git_diff with staged.',
    },
    revision: { type: 'string', description: 'Move the branch to this commit, like HEAD~1.' },
    mode: {
      type: 'string',
      default: 'mixed',
      description:
        'With revision: mixed leaves the removed changes unstaged, soft staged; keep discards them, but nothing uncommitted.',
    },
    dry_run: dryRunFlag,
  },
  outputSchema: {
    type: 'object',
    properties: {
      unstaged: strings,
      hash: { type: 'string', description: 'With revision: where the branch is now.' },
      previous: { type: 'string', description: 'Where it was: the same call with it undoes this one.' },
      removed: {
        ...strings,
        description: 'With revision: the commits that the branch has no longer, newest first.',
      },
      dry_run: { type: 'boolean' },
      more: moreNames,
    },
  },
  needsFiles: true,
  stake: ({ paths = [], patch, revision, mode }) => {
    if (patch !== undefined) return 'Unstage some hunks';
    if (revision === undefined) return `Unstage ${paths.length === 0 ? 'everything' : namedFiles(paths)}`;
    return `Move the current branch to ${named(revision)}${mode === 'soft' ? '' : ' and unstage everything'}`;
  },
  async run(repository, { paths = [], patch, revision, mode, dry_run: dryRun = false }) {
    if (!isMode(mode))
      throw new ToolError(
        `mode is ${quoted(mode)}; it must be mixed, soft or keep. Instead of hard: mode "keep" with revision, or git_restore to discard changes of files.`,
      );
    if (revision === undefined && mode !== 'mixed')
      throw new ToolError(`mode: "${mode}" goes with revision. Give revision, like HEAD~1.`);
    if ([paths.length > 0, patch !== undefined, revision !== undefined].filter(Boolean).length > 1)
      throw new ToolError('Give only one of paths, patch and revision.');
    const inner = repository.toPaths(paths, 'paths');
    return repository.changeUnless(dryRun, async (read, run) => {
      if (patch !== undefined) return unstageHunks(repository, { read, run }, patch);
      if (revision === undefined) return unstage({ read, run }, ['--', ...inner]);
      return move(repository, { read, run }, { revision, mode });
    });
  },
});

const MODES = ['mixed', 'soft', 'keep'] as const;
type Mode = (typeof MODES)[number];

const isMode = (mode: string): mode is Mode => MODES.some((each) => each === mode);

const unstage = async ({ read, run }: Runs, operands: readonly Operand[]): Promise<Answer> => {
  const dryRun = run === undefined;
  const files = firstOf({ unstaged: await changedFiles(read, ['--cached'], operands) });
  await run?.({ name: 'reset', options: ['--quiet'], operands });
  const lines = files.unstaged.map((file) => `${dryRun ? 'Would unstage' : 'Unstaged'} ${file}`);
  return {
    text: [...lines, ...toMore(files.more)].join('\n') || 'Nothing is staged.',
    data: { ...files, dry_run: dryRun },
  };
};

const unstageHunks = async (repository: Repository, runs: Runs, patch: string): Promise<Answer> => {
  const dryRun = runs.run === undefined;
  const files = await applyToIndex(repository, runs, { patch, reverse: true });
  return {
    text: toPatchLines(dryRun ? 'Would unstage' : 'Unstaged', files).join('\n'),
    data: { unstaged: files.map(({ path }) => path), dry_run: dryRun },
  };
};

const move = async (
  repository: Repository,
  { read, run }: Runs,
  { revision, mode }: { readonly revision: string; readonly mode: Mode },
): Promise<Answer> => {
  const dryRun = run === undefined;
  const ends = await repository.resolveAll({
    revision: `${toRevision(revision, 'revision')}^{commit}`,
    HEAD: 'HEAD^{commit}',
  });
  await repository.protection.checkUnpublished(read, toRevision(`${ends.revision}..HEAD`, 'revision'));
  const removed = await listRemoved(read, ends.revision);
  const [hash, previous] = await Promise.all(
    [ends.revision, ends.HEAD].map((commit) => shortName(repository, commit)),
  );
  if (mode === 'keep') await checkNothingLost(repository, read, ends.revision);
  const files = firstOf({ unstaged: mode === 'mixed' ? await changedFiles(read, ['--cached']) : [] });
  const options: Option[] = ['--quiet', `--${mode}`];
  await run?.({ name: 'reset', options, operands: [ends.revision, '--'], dropsUnpublished: true });
  const lines = [
    `${dryRun ? 'Would move' : 'Moved'} the branch from ${previous} to ${hash}`,
    ...removed.map((commit) => `Removed from the branch: ${commit}`),
    ...files.unstaged.map((file) => `Unstaged ${file}`),
    ...toMore(files.more),
  ];
  return { text: lines.join('\n'), data: { ...files, hash, previous, removed, dry_run: dryRun } };
};
