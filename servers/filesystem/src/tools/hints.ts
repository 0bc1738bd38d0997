// Annotations of tools: what a host may know before it calls one.
import { adds, destroys, readsOnly, type ToolAnnotations } from '@mcp/runtime';

/** The tool changes nothing. */
export const READS: ToolAnnotations = readsOnly;

/** The tool adds something; what is there stays. */
export const ADDS: ToolAnnotations = { ...adds, idempotentHint: true };

/** The tool may replace or delete something, and does not do the same when it is called again. */
export const REPLACES: ToolAnnotations = destroys;
