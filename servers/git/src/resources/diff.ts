// git://{repo}/diff/{range}: what changed between two commits (features: templates, completion).
import { defineResourceTemplate } from '@mcp/runtime';
import { completeRange, completeRepository } from '../completion.ts';
import { partNote, readRange } from '../read/diff.ts';
import { diffIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { orNotFound } from './commit.ts';

export const diffTemplate = (repositories: Repositories) =>
  defineResourceTemplate({
    uriTemplate: 'git://{repo}/diff/{range}',
    name: 'diff',
    title: 'Changes between commits',
    description:
      'The changes of a range as far as they fit: main..topic, or main...topic since both were the same.',
    mimeType: 'text/x-diff',
    icons: diffIcon,
    annotations: { audience: ['user', 'assistant'] },
    complete: { repo: completeRepository(repositories), range: completeRange(repositories) },
    read: (uri, { repo = '', range = '' }, ctx) =>
      orNotFound(uri, async () => {
        using repository = await repositories.openNamed(repo, ctx);
        const diff = await readRange(repository, range);
        return diff.text + partNote(diff, 'git_diff');
      }),
  });
