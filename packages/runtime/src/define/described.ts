// What tools, resources, templates and prompts have in common.
import type { JsonObject } from '../jsonrpc/json.ts';
import type { Icon, Meta } from '../protocol/types.ts';

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
   * Lists show it to everybody. (basic/authorization)
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
