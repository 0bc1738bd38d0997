// One tools/call: validates the arguments, runs the tool, validates and shapes its result (server/tools).
import { maskBug } from '../../conversation/dispatch.ts';
import type { Request } from '../../conversation/request.ts';
import { text } from '../../define/content.ts';
import type { PreparedTool } from '../../define/prepare.ts';
import { Suspension } from '../../define/suspension.ts';
import { ToolError } from '../../define/tool-result.ts';
import { RpcError } from '../../jsonrpc/error.ts';
import type { JsonObject } from '../../jsonrpc/json.ts';
import {
  MissingCapabilityError,
  ResourceNotFoundError,
  UrlElicitationRequiredError,
} from '../../protocol/errors.ts';
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
    // Without a wait between receiving and running, calls that a client sends together begin in their order. It also saves
    // a fifth of the CPU of a small call.
    const validated = input.validate(args);
    const outcome = validated instanceof Promise ? await validated : validated;
    if (outcome.issues !== undefined)
      return failure(`Invalid arguments for tool ${tool.name}:\n${describeIssues(outcome.issues)}`);
    if (tool.atMostOnce === true) await request.spend();
    return await toResult(prepared, await tool.run(outcome.value, request.ctx));
  } catch (error) {
    return failed(error, tool.name, request);
  }
}

function failed(error: unknown, name: string, request: Request): JsonObject {
  const { call, session } = request;
  // Of a call that was told to stop, whatever fails is only the echo of that.
  if (error instanceof Suspension || call.settled || call.aborted) throw error;
  if (error instanceof ToolError) return failure(error.message, error._meta);
  if (error instanceof ResourceNotFoundError) return failure(error.message);
  // Sessions have no error code for a missing capability, so the model is told instead.
  if (error instanceof MissingCapabilityError && session !== undefined) return failure(error.message);
  if (error instanceof UrlElicitationRequiredError && !request.knowsUrlError) return failure(error.message);
  if (error instanceof RpcError) throw error;
  return failure(maskBug(error, `tool ${name}`, request));
}

function failure(message: string, meta?: Meta): JsonObject {
  const result = { content: [text(message)], isError: true };
  return meta === undefined ? result : { ...result, _meta: meta };
}
