// Annotations of tools: what a host may know before it calls one.
import type { ToolAnnotations } from '@mcp/runtime';

/** The tool changes nothing. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The tool adds something; what is there stays. */
export const ADDS: ToolAnnotations = { ...READS, readOnlyHint: false };

/** The tool may replace or delete something, and does not do the same when it is called again. */
export const REPLACES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};
