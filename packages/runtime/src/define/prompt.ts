// definePrompt: what authors write for a prompt (server/prompts).
import type { PromptMessage } from '../protocol/types.ts';
import type { Context } from './context.ts';
import type { Complete, Described } from './described.ts';

/** One argument of a prompt (server/prompts). Values are strings; `complete` suggests them. */
export interface PromptArgument {
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly complete?: Complete;
}

type PromptArguments = { readonly [name: string]: PromptArgument };

/** Required arguments are strings, the others strings or undefined. */
export type PromptValues<A extends PromptArguments> = {
  [K in keyof A]: A[K] extends { readonly required: true } ? string : string | undefined;
};

/** What a prompt returns: its messages (a string is one user message), or messages with a description. */
export type PromptReturn =
  | string
  | readonly PromptMessage[]
  | { readonly description?: string; readonly messages: readonly PromptMessage[] };

/** A prompt, before inference. See `definePrompt`. */
export interface PromptOptions<A extends PromptArguments> extends Described {
  /** Unique. */
  readonly name: string;
  // The intersection gives `complete` its parameter types, which the type parameter alone does not.
  readonly arguments?: A & PromptArguments;
  /** Like `ToolOptions.atMostOnce`. */
  readonly atMostOnce?: boolean;
  /** Throw `RpcError` with −32602 for values that make no sense. */
  get(args: PromptValues<A>, ctx: Context): PromptReturn | Promise<PromptReturn>;
}

/** A prompt with its types erased. */
export interface Prompt extends Described {
  readonly name: string;
  readonly arguments?: PromptArguments;
  readonly atMostOnce?: boolean;
  get(args: { readonly [name: string]: string }, ctx: Context): PromptReturn | Promise<PromptReturn>;
}

/**
 * Defines a prompt (server/prompts, all revisions). The types of `args` follow from `arguments`. It is checked when a
 * server is created.
 */
export function definePrompt<const A extends PromptArguments = {}>(options: PromptOptions<A>): Prompt {
  return { ...options } as Prompt;
}
