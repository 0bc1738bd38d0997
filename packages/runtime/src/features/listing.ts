// What tools, resources, templates and prompts have in common when they are listed.
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Described } from '../core/definition.ts';

/** How one list of a server is served. */
export interface ListSettings {
  readonly pageSize: number;
  /** Cache fields of the list result. */
  readonly extra: JsonObject;
  /** Whether the list may change while the server runs. */
  readonly isLive: boolean;
}

/** `listChanged` only where changes really happen (basic/lifecycle, "Capability Negotiation"). */
export function listChangedCapability({ isLive }: ListSettings): JsonObject {
  return isLive ? { listChanged: true } : {};
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** A list entry: its own members and the shared ones, without what is not there. */
export function describe(own: JsonObject, { title, description, icons, meta }: Loose<Described>): JsonObject {
  const entry: JsonObject = {};
  for (const [name, value] of Object.entries({ ...own, title, description, icons, _meta: meta })) {
    if (value !== undefined) entry[name] = value;
  }
  return entry;
}
