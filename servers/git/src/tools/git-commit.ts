// git_commit: records what is staged, in a new commit or in place of the last one.
import { adds, ToolError } from '@mcp/runtime';
import { named } from '../confirm.ts';
import { commitIcon } from '../icons.ts';
import { shortened, toRevision, type Option } from '../repository/arguments.ts';
import type { Run } from '../repository/work.ts';
import { commitOutput, makeCommit } from '../write/commit.ts';
import { checkUnpublished } from '../repository/protected.ts';
import { gitTool } from './frame.ts';
import { pathList } from './shared.ts';

// The commit alone: the first one has no parent.
const LAST = toRevision('HEAD^!', 'revision');

export const gitCommit = gitTool({
  name: 'git_commit',
  title: 'Commit',
  description: 'Commit staged changes. With files, stage them first: no git_add needed.',
  icons: commitIcon,
  annotations: adds,
  properties: {
    message: {
      type: 'string',
      minLength: 1,
      maxLength: 100_000,
      description: 'The commit message. Optional with amend, which then keeps the old one.',
    },
    files: { ...pathList, description: 'Files to stage first; "." for all.' },
    amend: {
      type: 'boolean',
      description: 'Amend the last commit. Refused if it was pushed.',
    },
    author: { type: 'string', description: 'Author, like Ada Lovelace <ada@example.org>.' },
    all: { type: 'boolean', description: 'Stage all changes of tracked files first.' },
    allow_empty: { type: 'boolean', description: 'Commit even if nothing is staged.' },
  },
  outputSchema: commitOutput,
  unlisted: ['all'],
  needsFiles: true,
  // An amended commit can be brought back, so no hint calls this tool destructive.
  stake: ({ amend, message }) => {
    if (!amend) return false;
    const said = message === undefined ? '' : ` with the message ${named(shortened(message))}`;
    return `Replace the last commit by a new one${said}`;
  },
  async run(repository, { all, amend, allow_empty: allowEmpty, files = [], ...query }) {
    if (!amend && query.message === undefined) throw new ToolError('message is missing.');
    // An empty commit may be amended too.
    const options: Option[] = amend || allowEmpty ? ['--allow-empty'] : [];
    if (all) options.push('--all');
    if (amend) options.push('--amend');
    if (query.message === undefined) options.push('--no-edit');
    const before = amend ? (run: Run): Promise<void> => checkUnpublished(repository, run, LAST) : undefined;
    return makeCommit(repository, { ...query, files }, { options, before });
  },
});
