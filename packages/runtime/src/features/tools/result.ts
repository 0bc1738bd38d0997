// The result of a tool: checks the value of `run` and converts it to the protocol (server/tools, "Tool Result").
import { blockProblem, contentProblem, describeValue, text } from '../../define/content.ts';
import type { PreparedTool } from '../../define/prepare.ts';
import { isCallToolResult, RESULT_MEMBERS, ToolResult } from '../../define/tool-result.ts';
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import type { ContentBlock, Meta } from '../../protocol/types.ts';
import { ANY_ROOT } from '../../protocol/wire/2025.ts';
import { describeIssues } from '../../schema/issue.ts';
import type { CompiledSchema } from '../../schema/schema.ts';

/** What a tool gave as its result, in one form or the other. */
interface Given {
  readonly content?: string | readonly ContentBlock[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
  readonly _meta?: Meta | undefined;
}

/**
 * The result of a call; later only where an output schema has to be checked.
 *
 * @throws {TypeError} for a value that is no result of MCP, or that does not fit the output schema: a bug of the tool
 * that must not reach the client.
 */
export function toResult(prepared: PreparedTool, returned: unknown): JsonObject | Promise<JsonObject> {
  const { tool, output } = prepared;
  const given = readResult(prepared, returned);
  const { structuredContent } = given;
  if (output === undefined) return shape(tool.name, given, structuredContent);
  if (given.isError === true) return shape(tool.name, given, undefined);
  return checkedResult(tool.name, given, output);
}

async function checkedResult(name: string, given: Given, output: CompiledSchema): Promise<JsonObject> {
  const { structuredContent } = given;
  const outcome = await output.validate(structuredContent);
  if (outcome.issues !== undefined)
    throw new TypeError(`the result does not match the output schema:\n${describeIssues(outcome.issues)}`);
  const result = shape(name, given, outcome.value);
  return output.json['type'] === 'object' ? result : { ...result, [ANY_ROOT]: true };
}

function readResult({ tool, output, mayReturnResult }: PreparedTool, returned: unknown): Given {
  const isText = typeof returned === 'string';
  if (isText && output === undefined) return { content: [text(returned)] };
  if (returned instanceof ToolResult || (mayReturnResult && isCallToolResult(returned))) {
    const problem = resultProblem(returned);
    if (problem === undefined) return returned;
    throw wrongResult(tool.name, problem);
  }
  if (output !== undefined) return { structuredContent: returned };
  if (returned === undefined) return { content: [] };
  const problem = Array.isArray(returned) ? contentProblem(returned) : blockProblem(returned);
  if (problem !== undefined) throw wrongResult(tool.name, foreignMember(returned) ?? problem);
  return { content: (Array.isArray(returned) ? returned : [returned]) as readonly ContentBlock[] };
}

function resultProblem({ content, isError, _meta: meta }: Given): string | undefined {
  if (content !== undefined && typeof content !== 'string') {
    const problem = contentProblem(content);
    if (problem !== undefined) return `a result whose "content" is ${problem}`;
  }
  if (isError !== undefined && typeof isError !== 'boolean') return 'a result whose "isError" is no boolean';
  if (meta !== undefined && !isObject(meta)) return 'a result whose "_meta" is no object';
  return undefined;
}

// A whole result with a member that results do not have.
function foreignMember(returned: unknown): string | undefined {
  if (!isObject(returned) || !('content' in returned || 'structuredContent' in returned)) return undefined;
  const foreign = Object.keys(returned).find((name) => !RESULT_MEMBERS.includes(name));
  return foreign === undefined
    ? undefined
    : `a result with "${foreign}", which is not one of ${RESULT_MEMBERS.join(', ')}`;
}

function wrongResult(tool: string, returned: string): TypeError {
  return new TypeError(
    `tool "${tool}" returned ${returned}; return a string, a content block, a list of content blocks or a ` +
      'CallToolResult, or give the tool an outputSchema for data',
  );
}

function shape(tool: string, { content, isError, _meta: meta }: Given, structured: unknown): JsonObject {
  const blocks = typeof content === 'string' ? [text(content)] : content;
  const result: JsonObject = { content: blocks ?? mirror(tool, structured) };
  // Clients check structured content against the output schema, even for an error.
  if (isError === true) result['isError'] = true;
  else if (structured !== undefined) result['structuredContent'] = structured;
  if (meta !== undefined) result['_meta'] = meta;
  return result;
}

function mirror(tool: string, structured: unknown): readonly ContentBlock[] {
  if (structured === undefined) return [];
  const json = toJson(tool, structured);
  if (typeof json === 'string') return [text(json)];
  throw wrongResult(tool, `structured content that is ${describeValue(structured)}`);
}

function toJson(tool: string, structured: unknown): unknown {
  try {
    return JSON.stringify(structured);
  } catch (error) {
    // Bigints and circles.
    if (error instanceof TypeError)
      throw wrongResult(tool, `structured content that is not JSON (${error.message})`);
    throw error;
  }
}
