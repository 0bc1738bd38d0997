// git_commit: commits what is staged, or amends the last commit.
import { inWords } from '@mcp/command-line';
import { adds, ToolError } from '@mcp/runtime';
import { commitIcon } from '../icons.ts';
import { toRevision, type Option, quoted } from '@mcp/git';
import { checkMessage, commit, committerOf, readHead, toAuthor } from '../write/commit.ts';
import { gitTool, type Define } from './frame.ts';
import { pathList, strings } from './shared.ts';

const MAX_PRINTED = 4000;

const properties = {
  message: {
    type: 'string',
    minLength: 1,
    maxLength: 100_000,
    description: 'The commit message. Optional with amend, which then keeps the old one.',
  },
  files: { ...pathList, description: 'Files to stage first; "." for all.' },
  amend: { type: 'boolean', description: 'Amend the last commit. Refused if it was pushed.' },
  author: { type: 'string', description: 'Author, like Ada Lovelace <ada@example.org>.' },
  all: { type: 'boolean', description: 'Stage all changes of tracked files first.' },
  allow_empty: { type: 'boolean', description: 'Commit even if nothing is staged.' },
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    hash: { type: 'string' },
    branch: { type: 'string' },
    files_changed: { type: 'integer' },
    insertions: { type: 'integer' },
    deletions: { type: 'integer' },
    signed: { type: 'boolean' },
    hooks: { type: 'string', description: 'What they printed.' },
    notes: { ...strings, description: 'What did not run.' },
  },
  required: ['hash', 'files_changed', 'insertions', 'deletions'],
} as const;

export const gitCommit: Define = (repositories) =>
  gitTool({
    name: 'git_commit',
    title: 'Commit',
    description: `Commit staged changes. With files, stage them first: no git_add needed.${
      repositories.options.trust === 'trusted' ? '' : ' Hooks do not run.'
    }`,
    icons: commitIcon,
    annotations: adds,
    properties,
    outputSchema,
    unlisted: ['all'],
    needsFiles: true,
    // An amended commit can be restored, so no hint calls this tool destructive.
    stake: ({ amend, message }) => {
      if (!amend) return false;
      const said = message === undefined ? '' : ` with the message ${quoted(message)}`;
      return `Replace the last commit by a new one${said}`;
    },
    async run(repository, { all, amend, allow_empty: allowEmpty, files = [], message, author }) {
      if (!amend && message === undefined) throw new ToolError('message is missing.');
      if (message !== undefined) checkMessage(message);
      const paths = repository.toPaths(files, 'files');
      const options: Option[] = ['--quiet', '--cleanup=whitespace', '--no-status'];
      options.push(message === undefined ? '--no-edit' : '--file=-');
      if (author !== undefined) options.push(toAuthor(author));
      // Amending an empty commit is allowed.
      if (amend || allowEmpty) options.push('--allow-empty');
      if (all) options.push('--all');
      if (amend) options.push('--amend');
      const { printed, ...committed } = await repository.change(async (run) => {
        // Only this commit: the first one has no parent.
        if (amend) await repository.protection.checkUnpublished(run, toRevision('HEAD^!', 'revision'));
        const settings = await committerOf(repository, run, author);
        if (paths.length > 0) await run({ name: 'add', operands: ['--', ...paths] });
        // The amended commit was checked above.
        const work = { name: 'commit', options, input: message, settings, dropsUnpublished: amend === true };
        const said = await commit(run, work);
        return { printed: said.trim().slice(0, MAX_PRINTED), ...(await readHead(run)) };
      });
      const { hash, branch, files_changed: changed, insertions, deletions } = committed;
      const hooks = repository.options.trust === 'trusted' && printed !== '' ? printed : undefined;
      const notes = repository.notRun().map(inWords);
      const lines = [
        `Committed ${hash}${branch === undefined ? '' : ` on ${branch}`}`,
        `${counted(changed, 'file')} changed, ${counted(insertions, 'insertion')}(+), ${counted(deletions, 'deletion')}(-)`,
        ...(hooks === undefined ? [] : [`Hooks: ${hooks}`]),
        ...notes,
      ];
      return {
        text: lines.join('\n'),
        data: { ...committed, hooks, notes },
      };
    },
  })(repositories);

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
