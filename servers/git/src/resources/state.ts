// git://{repo}/status, /branches and /tags: how a repository is now, as JSON (features: resources, lists,
// subscriptions).
import { defineResourceTemplate, type Icon, type ResourceTemplate } from '@mcp/runtime';
import { visibleData } from '../answer.ts';
import { completeRepository } from '../completion.ts';
import type { Repositories, Repository } from '../repositories.ts';
import { branchIcon, statusIcon, tagIcon } from '../icons.ts';
import { toPage } from '../read/page.ts';
import { listBranches, listTags } from '../read/refs.ts';
import { readStatus } from '../read/status.ts';
import { orNotFound } from './commit.ts';
import { watchRepository, type State } from './repository-watch.ts';

interface StateResource {
  readonly name: State;
  readonly title: string;
  readonly description: string;
  readonly icons: readonly Icon[];
  /** Whether it needs a working tree. */
  readonly needsFiles?: boolean;
  readonly read: (repository: Repository) => Promise<object>;
}

/** Resources have no pages, and clients keep them in memory. */
const MAX_BYTES = 1_000_000;

const withTotal = (name: string, all: readonly object[]): object => ({
  [name]: toPage(all, (item) => JSON.stringify(item), { maxBytes: MAX_BYTES, what: name }).shown,
  total: all.length,
});

const STATES: readonly StateResource[] = [
  {
    name: 'status',
    title: 'Status',
    description: 'Branch, staged, changed, new and conflicted files of a repository, as JSON.',
    icons: statusIcon,
    needsFiles: true,
    read: async (repository) => {
      repository.requireWorkTree();
      return (await readStatus(repository, MAX_BYTES)).status;
    },
  },
  {
    name: 'branches',
    title: 'Branches',
    description: 'The branches of a repository, here and of remotes, as JSON.',
    icons: branchIcon,
    read: async (repository) => {
      const listed = await listBranches(repository, { type: 'all' });
      const branches = listed.map(({ branch }) => branch);
      return withTotal('branches', branches);
    },
  },
  {
    name: 'tags',
    title: 'Tags',
    description: 'The tags of a repository, newest first, as JSON.',
    icons: tagIcon,
    read: async (repository) => withTotal('tags', await listTags(repository, undefined)),
  },
];

/** One template per state; its members are listed. */
export const stateTemplates = (repositories: Repositories): ResourceTemplate[] =>
  STATES.map((state) => toTemplate(repositories, state));

const MEDIA_TYPE = 'application/json';

const toTemplate = (
  repositories: Repositories,
  { read, needsFiles = false, ...state }: StateResource,
): ResourceTemplate =>
  defineResourceTemplate({
    ...state,
    uriTemplate: `git://{repo}/${state.name}`,
    mimeType: MEDIA_TYPE,
    annotations: { audience: ['user', 'assistant'] },
    complete: { repo: completeRepository(repositories) },
    list: ({ after, limit }, ctx) =>
      repositories
        .listed(ctx)
        .filter(({ isBare }) => !(isBare && needsFiles))
        .map(({ name }) => ({
          ...state,
          title: `${state.title} of ${name}`,
          uri: `git://${encodeURIComponent(name)}/${state.name}`,
          mimeType: MEDIA_TYPE,
        }))
        .toSorted((first, second) => (first.uri < second.uri ? -1 : 1))
        .filter(({ uri }) => after === undefined || uri > after)
        .slice(0, limit),
    read: (uri, { repo = '' }, ctx) =>
      orNotFound(uri, async () => {
        await using repository = await repositories.for(ctx).openNamed(repo);
        return { uri, mimeType: MEDIA_TYPE, text: JSON.stringify(visibleData(await read(repository))) };
      }),
    // Subscribers of a URI share one watch, but each must be allowed to open the repository.
    beforeWatch: async (uri, { repo = '' }, ctx) => {
      await orNotFound(uri, () => repositories.for(ctx).openNamed(repo));
    },
    watch: async (uri, { repo = '' }, updated, ctx) => {
      const repository = await orNotFound(uri, () => repositories.for(ctx).openNamed(repo));
      return watchRepository(repository, state.name, updated);
    },
  });
