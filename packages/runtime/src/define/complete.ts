// Completers: what authors write to suggest values of arguments (server/utilities/completion).
import type { Context } from './context.ts';

/** Suggestions: the values, best first, or the values with how many there are in all. At most 100 are sent. */
export type Suggestions =
  | readonly string[]
  | { readonly values: readonly string[]; readonly total?: number; readonly hasMore?: boolean };

/**
 * Completes one argument (server/utilities/completion). `value` is the text so far, `context.arguments` holds the other
 * arguments that are known already (from 2025-06-18).
 */
export type Complete = (
  value: string,
  context: { readonly arguments: { readonly [name: string]: string } },
  ctx: Context,
) => Suggestions | Promise<Suggestions>;

/** Completes with those of the values that begin with the text so far. `values` may be a function, for values that change. */
export function completeFrom(
  values: readonly string[] | ((ctx: Context) => readonly string[] | Promise<readonly string[]>),
): Complete {
  return async (typed, _, ctx) => {
    const all = typeof values === 'function' ? await values(ctx) : values;
    return all.filter((value) => value.startsWith(typed));
  };
}
