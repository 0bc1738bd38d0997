// Session state: values that an author keeps for one session and that end with it.
import type { Context } from './context.ts';

/**
 * State of your own for each session. The returned function gives the state of a request's session, which `create` makes at
 * its first use; undefined for a stateless request (2026-07-28), which has no session. It is gone when the session ends.
 *
 * @example
 * const seen = sessionState(() => new Set<string>());
 * const visit = defineTool({
 *   name: 'visit',
 *   inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
 *   run: ({ place }, ctx) => `Visited: ${[...(seen(ctx)?.add(place) ?? [place])].join(', ')}.`,
 * });
 */
export function sessionState<T>(create: () => T): (ctx: Context) => T | undefined {
  const states = new WeakMap<object, { readonly value: T }>();
  return ({ session }) => {
    if (session === undefined) return undefined;
    const state = states.get(session) ?? { value: create() };
    states.set(session, state);
    return state.value;
  };
}
