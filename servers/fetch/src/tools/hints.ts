// The hints of all tools of this server: they read, and from anywhere.
import type { ToolAnnotations } from '@mcp/runtime';

export const READS_WEB: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};
