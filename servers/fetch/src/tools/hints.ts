// The hints of all tools of this server: they read, and from anywhere.
import { openWorld, readsOnly, type ToolAnnotations } from '@mcp/runtime';

export const READS_WEB: ToolAnnotations = openWorld(readsOnly);
