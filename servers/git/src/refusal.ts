// Refusals of this server.
import { ToolError } from '@mcp/runtime';

/** Returns a refusal with a code. `hint` is the part of the message that says what to do. */
export const refusal = (code: string, problem: string, hint?: string): ToolError =>
  new ToolError(problem, { code, hint });
