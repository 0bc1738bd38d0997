// Tools: tools/list and tools/call (server/tools).
import { maskBug } from '../../conversation/dispatch.ts';
import type { Feature } from '../../conversation/feature.ts';
import type { Request } from '../../conversation/request.ts';
import { text } from '../../define/content.ts';
import { Suspension } from '../../define/errors.ts';
import type { PreparedTool } from '../../define/prepare.ts';
import type { ToolRegistry } from '../../define/registry.ts';
import type { Tool } from '../../define/tool.ts';
import { ToolError } from '../../define/tool-result.ts';
import { RpcError } from '../../jsonrpc/error.ts';
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { isForModel } from '../../protocol/capabilities.ts';
import { invalidParams } from '../../protocol/errors.ts';
import type { Meta } from '../../protocol/types.ts';
import { describeIssues } from '../../schema/issue.ts';
import type { Outcome } from '../../schema/schema.ts';
import { suggest } from '../../text/nearest.ts';
import { quote } from '../../text/quote.ts';
import { listChangedCapability, listHandler, type ListSettings } from '../pagination.ts';
import { toResult } from './result.ts';
import { readArguments, withNote, type Result } from './arguments.ts';

/** How the tools of a server are served. */
export interface ToolSettings extends ListSettings {
  /** See `ServerOptions`. */
  readonly coercesArguments: boolean;
  /** See `ServerOptions.toolsOff`. */
  readonly whyOff: (tool: Tool) => string | undefined;
}

/** Tools of a server. Bad arguments and failures are results that the model can read, not protocol errors. */
export function tools(registry: ToolRegistry, settings: ToolSettings): Feature {
  const isOn = ({ tool }: PreparedTool): boolean => settings.whyOff(tool) === undefined;
  const find = (name: unknown): PreparedTool | undefined => {
    const prepared = typeof name === 'string' ? registry.prepared(name) : undefined;
    return prepared !== undefined && isOn(prepared) ? prepared : undefined;
  };
  return {
    provides: ['tools'],
    capabilities: { tools: listChangedCapability(settings) },
    paramHeaders: (name) => find(name)?.paramHeaders ?? [],
    methods: {
      'tools/list': listHandler({
        registry,
        shape: 'ListToolsResult',
        member: 'tools',
        isShown: (prepared) => prepared.tool.listed !== false && isOn(prepared),
        ...settings,
      }),
      'tools/call': {
        shape: 'CallToolResult',
        scopes: ({ name }) => find(name)?.tool.scopes ?? [],
        handle: (request, { name, arguments: args = {} }) => {
          if (typeof name !== 'string') throw invalidParams('"name" must be the name of a tool');
          if (!isObject(args)) throw invalidParams('"arguments" must be an object');
          const prepared = find(name);
          if (prepared === undefined) throw notOffered(name, registry, settings);
          const { read, note } = readArguments(prepared, args, settings);
          return withNote(call(prepared, request, read), note);
        },
      },
    },
  };
}

/** Bad arguments and failures become results that the model can read. */
function call(prepared: PreparedTool, request: Request, args: JsonObject): Result {
  const { name } = prepared.tool;
  try {
    const outcome = prepared.input.validate(args);
    const result =
      outcome instanceof Promise
        ? outcome.then((known) => run(prepared, request, known))
        : run(prepared, request, outcome);
    return result instanceof Promise
      ? result.catch((error: unknown) => failed(error, name, request))
      : result;
  } catch (error) {
    return failed(error, name, request);
  }
}

// A tool that is done at once is answered in the turn that its message came in: a cancellation behind it finds it begun,
// and calls behind it find out whether there was room for its answer.
function run(prepared: PreparedTool, request: Request, outcome: Outcome): Result {
  const { tool } = prepared;
  if (outcome.issues !== undefined)
    return failure(`Invalid arguments for tool ${tool.name}:\n${describeIssues(outcome.issues)}`);
  const consumed = tool.atMostOnce === true ? request.consumeState() : undefined;
  const returned: unknown =
    consumed === undefined
      ? tool.run(outcome.value, request.ctx)
      : consumed.then(() => tool.run(outcome.value, request.ctx));
  return isPromise(returned)
    ? Promise.resolve(returned).then((value) => toResult(prepared, value))
    : toResult(prepared, returned);
}

// Database libraries return promises of their own, which are no `Promise`.
function isPromise(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && typeof value['then'] === 'function';
}

function notOffered(name: string, registry: ToolRegistry, { whyOff }: ToolSettings): RpcError {
  const tool = registry.get(name);
  if (tool !== undefined) return invalidParams(`tool ${quote(name)} is off; ${whyOff(tool) ?? ''}`);
  const offered = [...registry].filter((other) => other.listed !== false && whyOff(other) === undefined);
  const names = offered.map((other) => other.name);
  return invalidParams(`unknown tool ${quote(name)}; ${suggest(name, names, 'see tools/list')}`);
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
