// git://{repo}/tree/{ref}/{+path}: a folder as it was in a commit, as JSON (features: templates, completion).
import { defineResourceTemplate, ResourceNotFoundError } from '@mcp/runtime';
import { completeRef, completeRepository, completeTreePath } from '../completion.ts';
import { toRevision, toTreePath } from '../repository/arguments.ts';
import { filesIcon } from '../icons.ts';
import { takeFitting } from '../read/budget.ts';
import { readTree } from '../read/tree.ts';
import type { Repositories } from '../repository/repositories.ts';
import { orNotFound } from './commit.ts';

/** A resource cannot be read in parts, and clients keep it in memory whole. */
const MAX_BYTES = 1_000_000;

export const treeTemplate = (repositories: Repositories) =>
  defineResourceTemplate({
    uriTemplate: 'git://{repo}/tree/{ref}/{+path}',
    name: 'tree',
    title: 'Folder of a commit',
    description:
      'What is in a folder as it was in a branch, tag or commit, as JSON. Without a path: the top level.',
    mimeType: 'application/json',
    icons: filesIcon,
    annotations: { audience: ['user', 'assistant'] },
    complete: {
      repo: completeRepository(repositories),
      ref: completeRef(repositories),
      path: completeTreePath(repositories),
    },
    read: (uri, { repo = '', ref = '', path = '' }, ctx) =>
      orNotFound(uri, async () => {
        using repository = await repositories.openNamed(repo, ctx);
        const inner = path === '' ? '.' : toTreePath(path, repository.directory);
        const folder = inner === '.' ? '' : inner;
        const tree = toRevision(`${toRevision(ref, 'ref')}:${folder}`, 'ref');
        const start = `git://${encodeURIComponent(repository.name)}`;
        const all = (await readTree(repository, tree)).map(({ mode, kind, hash, name }) => {
          const inside = folder === '' ? name : `${folder}/${name}`;
          const type = mode === '120000' ? 'link' : (TYPES[kind] ?? 'file');
          const place = `${start}/${kind}/${encodeURIComponent(ref)}/${inside.split('/').map(encodeURIComponent).join('/')}`;
          // The resource of a submodule is in another repository.
          return { path: inside, type, hash, ...(type === 'submodule' ? {} : { uri: place }) };
        });
        if (all.length === 0 && folder !== '') throw new ResourceNotFoundError(uri);
        const entries = takeFitting(all, MAX_BYTES, (entry) => JSON.stringify(entry));
        return { uri, mimeType: 'application/json', text: JSON.stringify({ entries, total: all.length }) };
      }),
  });

const TYPES: { readonly [type: string]: 'directory' | 'file' | 'submodule' } = {
  tree: 'directory',
  blob: 'file',
  commit: 'submodule',
};
