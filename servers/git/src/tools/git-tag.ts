// git_tag: lists, creates and deletes tags.
import { destroys, readsOnly, ToolError } from '@mcp/runtime';
import { named } from '../confirm.ts';
import type { Answer } from '../answer.ts';
import { tagIcon } from '../icons.ts';
import { listTags, shortName, tagSchema, type Tag } from '../read/refs.ts';
import { shownName, toBranchName, toRevision, type Option, type Operand } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { checkMessage } from '../write/commit.ts';
import { gitTool, type Define } from './frame.ts';
import { canWrite, pageCursor, toList } from './shared.ts';

type Action = 'list' | 'create' | 'delete';

const properties = {
  tag_name: { type: 'string', description: 'The tag to create or delete.' },
  revision: {
    type: 'string',
    default: 'HEAD',
    description: 'With create: branch, tag or commit to tag.',
  },
  message: {
    type: 'string',
    maxLength: 100_000,
    description: 'With create: message of an annotated tag.',
  },
  contains: { type: 'string', description: 'With list: tags that contain this commit.' },
  cursor: pageCursor,
} as const;

export const gitTag: Define = (repositories) => {
  const isWriter = canWrite(repositories);
  const actions: readonly Action[] = isWriter ? ['list', 'create', 'delete'] : ['list'];
  return gitTool({
    name: 'git_tag',
    unlisted: ['cursor'],
    title: 'Tags',
    description: 'List tags, newest first, create a tag, or delete one here (not at a remote).',
    icons: tagIcon,
    annotations: isWriter ? destroys : readsOnly,
    properties: {
      action: {
        type: 'string',
        enum: actions,
        default: 'list',
        description: isWriter ? 'List, create or delete.' : 'Lists the tags.',
      },
      ...properties,
    },
    outputSchema: {
      type: 'object',
      properties: {
        tags: { type: 'array', items: tagSchema },
        total: { type: 'integer' },
        next_cursor: { type: 'string' },
        name: { type: 'string' },
        hash: { type: 'string', description: 'What is or was tagged.' },
        annotated: { type: 'boolean' },
      },
    },
    stake: ({ action, tag_name: name = '' }) => action === 'delete' && `Delete the tag ${named(name)}`,
    async run(repository, { action, tag_name: given, contains, cursor, revision, message }) {
      if (action === 'list' && given === undefined)
        return toList(repository, await listTags(repository, contains), toLine, { what: 'tags', cursor });
      if (given === undefined || action === 'list')
        throw new ToolError('Give tag_name with action: "create" or "delete", and only then.');
      const name = toBranchName(given, 'tag_name');
      return action === 'delete' ? remove(repository, name) : create(repository, name, { revision, message });
    },
  })(repositories);
};

const toLine = ({ name, hash, subject }: Tag): string => `${name} ${hash} ${subject}`;

const create = async (
  repository: Repository,
  name: Operand,
  { revision, message }: { readonly revision: string; readonly message: string | undefined },
): Promise<Answer> => {
  if (message !== undefined) checkMessage(message);
  const annotated = message !== undefined;
  const options: Option[] = annotated ? ['--annotate', '--file=-', '--cleanup=whitespace'] : [];
  if (!annotated) options.push('--no-sign');
  const hash = await repository.change(async (run) => {
    const tagged = await repository.resolve(`${toRevision(revision, 'revision')}^{}`, 'revision');
    await run({ name: 'tag', options, operands: [name, tagged], input: message });
    return shortName(repository, tagged);
  });
  const shown = shownName(name);
  return { text: `Created tag '${shown}' at ${hash}`, data: { name: shown, hash, annotated } };
};

const remove = async (repository: Repository, name: Operand): Promise<Answer> => {
  const hash = await repository.change(async (run) => {
    const tagged = await shortName(repository, toRevision(`refs/tags/${name}^{}`, 'tag_name'), 'tag_name');
    await run({ name: 'tag', options: ['--delete'], operands: [name] });
    return tagged;
  });
  const shown = shownName(name);
  return { text: `Deleted tag '${shown}' (was ${hash})`, data: { name: shown, hash } };
};
