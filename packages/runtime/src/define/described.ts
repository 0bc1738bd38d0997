// What tools, resources, templates and prompts have in common: titles, icons, scopes, and the completion of arguments.
import type { JsonObject } from '../jsonrpc/json.ts';
import type { Icon, Meta } from '../protocol/types.ts';
import type { Context } from './context.ts';

/** Members that tools, resources, templates and prompts share. */
export interface Described {
  /** For people. */
  readonly title?: string;
  /** For the model: what it is, when to use it. */
  readonly description?: string;
  /** `https:` or base64 `data:` URIs. */
  readonly icons?: readonly Icon[];
  /** Metadata for clients, under keys with your own reverse-DNS prefix. */
  readonly _meta?: Meta;
  /**
   * OAuth scopes that a caller needs for it, over HTTP with authorization: to call, read, subscribe to or complete it.
   * Lists show it to every client. (basic/authorization)
   */
  readonly scopes?: readonly string[];
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** A list entry: its own members and the shared ones, without what is not there. */
export function describe(
  own: JsonObject,
  { title, description, icons, _meta: meta }: Loose<Described>,
): JsonObject {
  const entry: JsonObject = {};
  for (const [name, value] of Object.entries({ ...own, title, description, icons, _meta: meta })) {
    if (value !== undefined) entry[name] = value;
  }
  return entry;
}

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

/**
 * Completes with the values that begin with the text so far. `values` may be a function, for values that change.
 */
export function completeFrom(
  values: readonly string[] | ((ctx: Context) => readonly string[] | Promise<readonly string[]>),
): Complete {
  return async (typed, _, ctx) => {
    const all = typeof values === 'function' ? await values(ctx) : values;
    return all.filter((value) => value.startsWith(typed));
  };
}

/**
 * Returns a line icon for the `d` of an SVG path in a box of 24 by 24 (basic, "Icons"). The grey is readable on light
 * and dark backgrounds.
 */
export function icon(path: string): Icon {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#808080" stroke-width="2"><path d="${path}"/></svg>`;
  return { src: `data:image/svg+xml;base64,${btoa(svg)}`, mimeType: 'image/svg+xml' };
}
