// Tells the client's log what was changed (feature: logging; deprecated in 2026-07-28, where stderr takes its place).
import type { Context } from '@mcp/runtime';

/** Logs a change at level `info`. Nothing is sent unless the client asked for it. No content, only names and sizes. */
export const logChange = (
  ctx: Context,
  tool: string,
  change: { readonly [member: string]: string | number | boolean },
): void => ctx.log('info', change, tool);
