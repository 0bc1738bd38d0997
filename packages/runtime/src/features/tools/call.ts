// One tools/call: validates the arguments, runs the tool, validates and shapes its result (server/tools).
import { maskBug } from '../../conversation/dispatch.ts';
import type { Request } from '../../conversation/request.ts';
import { text } from '../../define/content.ts';
import type { PreparedTool } from '../../define/prepare.ts';
import { Suspension } from '../../define/suspension.ts';
import { ToolError } from '../../define/tool-result.ts';
import { RpcError } from '../../jsonrpc/error.ts';
import type { JsonObject } from '../../jsonrpc/json.ts';
import { isForModel } from '../../protocol/capabilities.ts';
import type { Meta } from '../../protocol/types.ts';
import { describeIssues } from '../../schema/issue.ts';
import { toResult } from './result.ts';

/** Calls a tool once. Bad arguments and failures become results that the model can read. */
export async function callTool(
  prepared: PreparedTool,
  request: Request,
  args: JsonObject,
): Promise<JsonObject> {
  const { tool, input } = prepared;
  try {
    const outcome = await input.validate(args);
    if (outcome.issues !== undefined)
      return failure(`Invalid arguments for tool ${tool.name}:\n${describeIssues(outcome.issues)}`);
    if (tool.atMostOnce === true) await request.spend();
    const returned = await tool.run(outcome.value, request.ctx);
    // Each promise more costs a small call about 0.3 µs of 3, so the result is awaited only where it is checked.
    return prepared.output === undefined ? toResult(prepared, returned) : await toResult(prepared, returned);
  } catch (error) {
    return failed(error, tool.name, request);
  }
}

function failed(error: unknown, name: string, request: Request): JsonObject {
  // When a call was told to stop, an error is only the echo of that.
  if (error instanceof Suspension || request.call.settled || request.call.aborted) throw error;
  if (error instanceof ToolError) return failure(error.message, error._meta);
  if (error instanceof RpcError) {
    if (isForModel(error, request)) return failure(error.message);
    throw error;
  }
  return failure(maskBug(error, `tool ${name}`, request));
}

function failure(message: string, meta?: Meta): JsonObject {
  const result = { content: [text(message)], isError: true };
  return meta === undefined ? result : { ...result, _meta: meta };
}
