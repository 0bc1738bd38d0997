// What prompts share: the argument `repo`, and two messages with the question and its material.
import { ErrorCode, RpcError, text, ToolError, type ContentBlock, type Context } from '@mcp/runtime';
import { toToolError, visible } from '../answer.ts';
import { completeRepository } from '../completion.ts';
import type { Repositories, Repository } from '../repositories.ts';

/** The argument as it is listed. */
export const repositoryArgument = (repositories: Repositories) => ({
  title: 'Repository',
  description: 'Its name or path. Optional when one is allowed.',
  complete: completeRepository(repositories),
});

/** A question and its material. */
interface Question {
  readonly description: string;
  readonly question: string;
  /** Text from the repository, which others wrote. */
  readonly material: ContentBlock;
}

/**
 * Returns the messages of a prompt about a repository.
 *
 * @throws {RpcError} -32602 if an argument cannot be used: whoever filled it in can correct it.
 */
export const askAbout = async (
  repositories: Repositories,
  repo: string | undefined,
  ctx: Context,
  toQuestion: (repository: Repository) => Promise<Question>,
) => {
  try {
    await using repository = await (repo === undefined
      ? repositories.for(ctx).open()
      : repositories.for(ctx).openNamed(repo));
    const { description, question, material } = await toQuestion(repository);

    return {
      description,
      messages: [
        { role: 'user' as const, content: text(question) },
        { role: 'user' as const, content: material },
      ],
    };
  } catch (error) {
    const failure = toToolError(error);
    throw failure instanceof ToolError
      ? new RpcError(ErrorCode.InvalidParams, visible(failure.message))
      : failure;
  }
};
