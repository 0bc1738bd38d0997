// Annotations of tools for the usual cases, with all four hints (server/tools, "Tool Annotations").
import type { ToolAnnotations } from '../protocol/types.ts';

/** All four hints: what is missing defaults to the cautious value. */
export type Hints = Required<Omit<ToolAnnotations, 'title'>>;

/** The tool changes nothing. */
export const readsOnly: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The tool adds something with every call; what is there stays. */
export const adds: Hints = { ...readsOnly, readOnlyHint: false, idempotentHint: false };

/** The tool replaces something. The same call again changes nothing more. */
export const changes: Hints = { ...readsOnly, readOnlyHint: false, destructiveHint: true };

/** The tool may delete or replace something, and does more of it when it is called again. */
export const destroys: Hints = { ...changes, idempotentHint: false };

/** The same hints for a tool that also reaches things outside the server's own domain, like the web. */
export function openWorld(hints: Hints): Hints {
  return { ...hints, openWorldHint: true };
}
