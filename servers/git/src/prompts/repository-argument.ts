// The argument `repo`, which every prompt takes.
import { ErrorCode, RpcError, ToolError, type Context, type PromptArgument } from '@mcp/runtime';
import { completeRepository } from '../completion.ts';
import type { Repository } from '../repository/repository.ts';
import type { Repositories } from '../repository/repositories.ts';

/** The argument as it is listed. */
export const repositoryArgument = (repositories: Repositories): PromptArgument => ({
  title: 'Repository',
  description: 'Its name or path. Optional when one is allowed.',
  complete: completeRepository(repositories),
});

/**
 * Opens the repository and makes the prompt of it.
 *
 * @throws {RpcError} -32602 when something cannot be used: that is the mistake of who filled in the arguments.
 */
export const withRepository = async <T>(
  repositories: Repositories,
  repo: string | undefined,
  ctx: Context,
  work: (repository: Repository) => Promise<T>,
): Promise<T> => {
  try {
    return await work(
      await (repo === undefined ? repositories.open(undefined, ctx) : repositories.openNamed(repo, ctx)),
    );
  } catch (error) {
    throw error instanceof ToolError ? new RpcError(ErrorCode.InvalidParams, error.message) : error;
  }
};
