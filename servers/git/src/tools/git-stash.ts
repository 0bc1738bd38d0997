// git_stash: stashes uncommitted changes, restores, lists and deletes them.
import { destroys, readsOnly, ToolError, type FromSchema } from '@mcp/runtime';
import { named } from '../confirm.ts';
import type { Answer } from '../answer.ts';
import { stashIcon } from '../icons.ts';
import { shortName } from '../read/refs.ts';
import { readReflog, reflogEntry, type ReflogEntry } from '../read/reflog.ts';
import { quoted, toFailure, toRevision, toValue, type Operand, type Option, type Revision } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { conflictsOf } from '../write/changed-files.ts';
import { spareFiles, writtenByStash } from '../write/overwritten.ts';
import { gitTool, type Define } from './frame.ts';
import { canWrite, pageCursor, pathList, strings, toList } from './shared.ts';

type Action = 'push' | 'pop' | 'apply' | 'list' | 'drop';

const properties = {
  stash: { type: 'string', description: 'Stash to pop, apply or drop, like stash@{1}. Default: the newest.' },
  message: { type: 'string', description: 'With push: its message.' },
  paths: { ...pathList, description: 'With push: files and folders to stash.' },
  include_untracked: { type: 'boolean', description: 'With push: include new files.' },
  cursor: pageCursor,
} as const;

export const gitStash: Define = (repositories) => {
  const isWriter = canWrite(repositories);
  const actions: readonly Action[] = isWriter ? ['push', 'pop', 'apply', 'list', 'drop'] : ['list'];
  return gitTool({
    name: 'git_stash',
    unlisted: ['cursor'],
    title: 'Stash',
    description:
      'Stash uncommitted changes (push), restore them (pop, or apply to keep the stash), list stashes, or delete one for good (drop).',
    icons: stashIcon,
    annotations: isWriter ? destroys : readsOnly,
    properties: {
      action: {
        type: 'string',
        enum: actions,
        default: isWriter ? 'push' : 'list',
        description: 'As in `git stash`.',
      },
      ...properties,
    },
    outputSchema: {
      type: 'object',
      properties: {
        result: { type: 'string', enum: ['done', 'conflict'] },
        conflicts: strings,
        selector: { type: 'string' },
        hash: { type: 'string', description: 'git_show still shows a dropped stash by it for a while.' },
        stashes: { type: 'array', items: reflogEntry },
        total: { type: 'integer' },
        next_cursor: { type: 'string' },
      },
    },
    stake: ({ action, stash = NEWEST }) => {
      if (action === 'drop') return `Delete ${named(stash)} with the changes in it`;
      return action === 'pop' && `Apply ${named(stash)} to the files and delete it from the stashes`;
    },
    async run(repository, { action, ...query }) {
      if (action === 'list') return list(repository, query.cursor);
      if (action === 'drop') return drop(repository, toStash(query.stash));
      repository.requireWorkTree();
      return action === 'push'
        ? push(repository, query)
        : bringBack(repository, action, toStash(query.stash));
    },
  })(repositories);
};

type Query = FromSchema<{ readonly type: 'object'; readonly properties: typeof properties }>;

const NEWEST = 'stash@{0}';

const toStash = (given = NEWEST): Revision => {
  if (!/^stash@\{\d{1,9}\}$/.test(given))
    throw new ToolError(`stash is ${quoted(given)}; it must be like stash@{0}. Look with action: "list".`);
  return toRevision(given, 'stash');
};

const push = async (
  repository: Repository,
  { message, paths = [], include_untracked: isAll }: Query,
): Promise<Answer> => {
  const inner = repository.toPaths(paths, 'paths');
  const options: Option[] = [isAll ? '--include-untracked' : '--no-include-untracked'];
  if (message !== undefined) options.push(`--message=${toValue(message, 'message')}`);
  const operands: Operand[] = inner.length === 0 ? [] : ['--', ...inner];
  const hash = await repository.change(async (run) => {
    const before = await repository.find('refs/stash', 'stash');
    // Git removes new files with a magic pathspec.
    await run({ name: 'stash push', options, operands, hasPathspecs: true });
    const after = await repository.find('refs/stash', 'stash');
    if (after === before) throw new ToolError('There are no changes to stash.');
    return shortName(repository, toRevision(NEWEST, 'stash'));
  });
  return { text: `Stashed changes as ${NEWEST} (${hash})`, data: { hash, selector: NEWEST } };
};

// Conflicts are a result, not an error.
const bringBack = async (repository: Repository, verb: 'pop' | 'apply', stash: Revision): Promise<Answer> => {
  const name = `stash ${verb}`;
  const conflicts = await repository.change(async (run) => {
    if ((await conflictsOf(run)).length > 0)
      throw toFailure(name, { code: 1, errors: 'files are in conflict: needs merge' });
    const commit = await repository.resolve(`${stash}^{commit}`, 'stash');
    await spareFiles(repository, run, await writtenByStash(run, commit));
    const work = { name, options: ['--quiet'], operands: [stash], answers: [1] } as const;
    const ended = await run(work);
    const found = ended.code === 0 ? [] : await conflictsOf(run);
    if (ended.code !== 0 && found.length === 0) throw toFailure(name, ended);
    return found;
  });
  const isDone = conflicts.length === 0;
  const kept = verb === 'apply' || !isDone ? `${stash} is kept` : `${stash} is deleted`;
  const title = isDone ? `Changes are back; ${kept}.` : `There are conflicts, and ${kept}:`;
  return {
    text: [title, ...conflicts].join('\n'),
    data: { result: isDone ? 'done' : 'conflict', conflicts },
  };
};

const drop = async (repository: Repository, stash: Revision): Promise<Answer> => {
  const hash = await repository.change(async (run) => {
    const dropped = await shortName(repository, stash, 'stash');
    await run({ name: 'stash drop', options: ['--quiet'], operands: [stash] });
    return dropped;
  });
  return { text: `Deleted ${stash} (${hash})`, data: { hash } };
};

const list = async (repository: Repository, cursor: string | undefined): Promise<Answer> => {
  const all = await readReflog(repository, toRevision('refs/stash', 'stash'), ['--ignore-missing']);
  const toLine = ({ selector, message }: ReflogEntry): string => `${selector}: ${message}`;
  return toList(repository, all, toLine, { what: 'stashes', cursor });
};
