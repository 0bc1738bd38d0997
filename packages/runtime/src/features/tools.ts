// Tools: tools/list and tools/call (server/tools).
import { RpcError } from '../jsonrpc/error.ts';
import { isObject, type JsonObject } from '../jsonrpc/message.ts';
import type { Tool } from '../core/definition.ts';
import { maskBug } from '../core/dispatch.ts';
import type { Feature } from '../core/feature.ts';
import { nearest } from '../core/nearest.ts';
import type { Registry } from '../core/registry.ts';
import type { Request } from '../core/request.ts';
import { compileSchema, describeIssues, type CompiledSchema, type Outcome } from '../core/schema.ts';
import { Suspension } from '../core/suspension.ts';
import { text, ToolError, ToolResult } from '../core/tool-result.ts';
import { invalidParams, MissingCapabilityError, ResourceNotFoundError } from '../protocol/errors.ts';
import type { ContentBlock } from '../protocol/types.ts';
import { ANY_ROOT } from '../protocol/wire-2025.ts';
import { listHandler } from './pagination.ts';
import { describe, listChangedCapability, type ListSettings } from './listing.ts';

interface CompiledTool {
  readonly input: CompiledSchema;
  readonly output: CompiledSchema | undefined;
  readonly listing: JsonObject;
}

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;
const compiledTools = new WeakMap<Tool, CompiledTool>();

/** Tools of a server. Bad arguments and failures are results that the model can read, not protocol errors. */
export function tools(registry: Registry<Tool>, settings: ListSettings): Feature {
  return {
    page: 'server/tools',
    provides: ['tools'],
    capabilities: { tools: listChangedCapability(settings) },
    methods: {
      'tools/list': listHandler({
        registry,
        shape: 'ListToolsResult',
        member: 'tools',
        pageSize: settings.pageSize,
        extra: settings.extra,
        list: (tool) => compile(tool).listing,
      }),
      'tools/call': { shape: 'CallToolResult', handle: (request, params) => call(registry, request, params) },
    },
  };
}

function compile(tool: Tool): CompiledTool {
  let compiled = compiledTools.get(tool);
  if (compiled === undefined) {
    const input = compileSchema(tool.input ?? NO_ARGUMENTS, 'input');
    const output = tool.output === undefined ? undefined : compileSchema(tool.output, 'output');
    const listing = describe(
      { name: tool.name, inputSchema: input.json, outputSchema: output?.json, annotations: tool.annotations },
      tool,
    );
    compiled = { input, output, listing };
    compiledTools.set(tool, compiled);
  }
  return compiled;
}

function call(
  registry: Registry<Tool>,
  request: Request,
  params: JsonObject,
): JsonObject | Promise<JsonObject> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string') throw invalidParams('"name" must be the name of a tool');
  if (!isObject(args)) throw invalidParams('"arguments" must be an object');
  const tool = registry.get(name);
  if (tool === undefined) throw unknownTool(name, registry);
  const compiled = compile(tool);
  const outcome = compiled.input.validate(args);
  if (outcome instanceof Promise) return outcome.then((settled) => run(tool, compiled, settled, request));
  return run(tool, compiled, outcome, request);
}

function unknownTool(name: string, registry: Registry<Tool>): RpcError {
  const close = nearest(name, registry.keys());
  return invalidParams(
    `unknown tool ${JSON.stringify(name)}${close === undefined ? '; see tools/list' : `; did you mean "${close}"?`}`,
  );
}

function run(
  tool: Tool,
  compiled: CompiledTool,
  outcome: Outcome,
  request: Request,
): JsonObject | Promise<JsonObject> {
  if (outcome.issues !== undefined)
    return failure(`Invalid arguments for tool ${tool.name}:\n${describeIssues(outcome.issues)}`);
  try {
    const returned = tool.run(outcome.value, request);
    if (returned instanceof Promise) {
      return returned
        .then((value: unknown) => complete(tool, compiled, value, request))
        .catch((error: unknown) => failed(tool, error, request));
    }
    const result = complete(tool, compiled, returned, request);
    return result instanceof Promise
      ? result.catch((error: unknown) => failed(tool, error, request))
      : result;
  } catch (error) {
    return failed(tool, error, request);
  }
}

function complete(
  tool: Tool,
  { output }: CompiledTool,
  returned: unknown,
  request: Request,
): JsonObject | Promise<JsonObject> {
  if (output === undefined)
    return returned instanceof ToolResult
      ? toResult(returned, returned.structured, false)
      : { content: toContent(returned) };
  const result = returned instanceof ToolResult ? returned : new ToolResult({ structured: returned });
  if (result.isError) return toResult(result, undefined, false);
  const anyRoot = output.json['type'] !== 'object';
  const outcome = output.validate(result.structured);
  if (outcome instanceof Promise)
    return outcome.then((settled) => checked(tool, result, settled, { anyRoot, request }));
  return checked(tool, result, outcome, { anyRoot, request });
}

// A result that does not fit its schema is a bug of the tool: it must not reach the client (server/tools, "Output Schema").
function checked(
  tool: Tool,
  result: ToolResult,
  outcome: Outcome,
  { anyRoot, request }: { anyRoot: boolean; request: Request },
): JsonObject {
  if (outcome.issues === undefined) return toResult(result, outcome.value, anyRoot);
  const problem = new Error(
    `the result of ${tool.name} does not match its output schema:\n${describeIssues(outcome.issues)}`,
  );
  return failure(maskBug(problem, `tool ${tool.name}`, request.conversation.engine));
}

function toResult({ content, isError, meta }: ToolResult, structured: unknown, anyRoot: boolean): JsonObject {
  const result: JsonObject = {
    content: content ?? (structured === undefined ? [] : [text(JSON.stringify(structured))]),
  };
  if (structured !== undefined) result['structuredContent'] = structured;
  if (isError) result['isError'] = true;
  if (meta !== undefined) result['_meta'] = meta;
  if (anyRoot) result[ANY_ROOT] = true;
  return result;
}

function toContent(returned: unknown): readonly ContentBlock[] {
  if (returned === undefined) return [];
  if (typeof returned === 'string') return [text(returned)];
  return Array.isArray(returned) ? (returned as readonly ContentBlock[]) : [returned as ContentBlock];
}

function failed(tool: Tool, error: unknown, request: Request): JsonObject {
  if (error instanceof Suspension || request.call.settled) throw error;
  if (error instanceof ToolError || error instanceof ResourceNotFoundError) return failure(error.message);
  // Sessions have no error code for a missing capability, so the model is told instead.
  if (error instanceof MissingCapabilityError && request.session !== undefined) return failure(error.message);
  if (error instanceof RpcError) throw error;
  return failure(maskBug(error, `tool ${tool.name}`, request.conversation.engine));
}

function failure(message: string): JsonObject {
  return { content: [text(message)], isError: true };
}
