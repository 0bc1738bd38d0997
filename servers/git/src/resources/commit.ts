// git://{repo}/commit/{ref}: a commit with its changes as a resource (features: templates, completion).
import { defineResourceTemplate, ResourceNotFoundError, ToolError } from '@mcp/runtime';
import { toToolError } from '../answer.ts';
import { completeRef, completeRepository } from '../completion.ts';
import { toRevision } from '@mcp/git';
import type { Repositories } from '../repositories.ts';
import { printCommit, readCommit } from '../read/show.ts';
import { commitIcon } from '../icons.ts';

export const commitTemplate = (repositories: Repositories) =>
  defineResourceTemplate({
    uriTemplate: 'git://{repo}/commit/{ref}',
    name: 'commit',
    title: 'Commit',
    description: 'A commit: who, when, why, and its changes as far as they fit.',
    mimeType: 'text/plain',
    icons: commitIcon,
    annotations: { audience: ['user', 'assistant'] },
    complete: { repo: completeRepository(repositories), ref: completeRef(repositories) },
    read: (uri, { repo = '', ref = '' }, ctx) =>
      orNotFound(uri, async () => {
        await using repository = await repositories.for(ctx).openNamed(repo);
        const shown = await readCommit(repository, toRevision(ref, 'ref'), {});
        if (shown === undefined) throw new ResourceNotFoundError(uri);
        return printCommit(shown);
      }),
  });

/** A revision that is outside, missing or invalid is not found. */
export const orNotFound = async <T>(uri: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw toToolError(error) instanceof ToolError ? new ResourceNotFoundError(uri) : error;
  }
};
