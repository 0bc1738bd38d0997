// What this server refuses, beside git.
import { ToolError } from '@mcp/runtime';

/** A refusal that programs can tell from others. `hint` is the part of the message that says what to do. */
export const refusal = (code: string, problem: string, hint?: string): ToolError =>
  new ToolError(problem, { code, hint });
