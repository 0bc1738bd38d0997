// Tools: tools/list and tools/call (server/tools).
import { maskBug } from '../../conversation/dispatch.ts';
import type { ServerPart, ToolFilter } from '../../conversation/feature.ts';
import type { ServerRequest } from '../../conversation/request.ts';
import { text } from '../../define/content.ts';
import type { Context } from '../../define/context.ts';
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
import { suggest } from '../../text/nearest.ts';
import { quote, shorten } from '../../text/quote.ts';
import { UNCACHED } from '../caching.ts';
import { listChangedCapability, listHandler, type ListSettings } from '../pagination.ts';
import { readArguments, withNote } from './arguments.ts';
import { toResult } from './result.ts';

/** How the tools of a server are served. */
export interface ToolSettings extends ListSettings {
  /** See `ServerOptions`. */
  readonly coercesArguments: boolean;
  /** See `ServerOptions`. */
  readonly available: (tool: Tool, ctx: Context) => true | string;
  /** Which clients the list shows a tool. */
  readonly filters: readonly ToolFilter[];
}

/** Tools of a server. Bad arguments and failures are results that the model can read, not protocol errors. */
export function tools(registry: ToolRegistry, settings: ToolSettings): ServerPart {
  const { available, filters } = settings;
  for (const filter of filters) registry.require(filter);
  const find = (name: unknown): PreparedTool | undefined =>
    typeof name === 'string' ? registry.prepared(name) : undefined;
  const isShown = (tool: Tool, request: ServerRequest): boolean =>
    tool.listed !== false &&
    filters.every((filter) => filter(tool)?.(request.ctx) ?? true) &&
    available(tool, request.ctx) === true;
  const findOffered = (name: string, request: ServerRequest): PreparedTool => {
    const prepared = find(name);
    const answer = prepared === undefined ? '' : available(prepared.tool, request.ctx);
    if (prepared !== undefined && answer === true) return prepared;
    if (answer !== '') throw invalidParams(`tool ${quote(name)} is off; ${answer}`);
    const names = [...registry].filter((tool) => isShown(tool, request)).map((tool) => tool.name);
    throw invalidParams(`unknown tool ${quote(name)}; ${suggest(name, names, 'see tools/list')}`);
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
        isShown: ({ tool }, request) => isShown(tool, request),
        ...settings,
        // Lists may differ between clients. Live registries may have such a tool later.
        get cache(): ListSettings['cache'] {
          if (available.length !== 1) return UNCACHED;
          return [...registry].some((tool) => filters.some((filter) => filter(tool) !== undefined))
            ? { ...settings.cache, cacheScope: 'private' }
            : settings.cache;
        },
      }),
      'tools/call': {
        shape: 'CallToolResult',
        has: (name) => find(name) !== undefined,
        scopes: ({ name }) => find(name)?.tool.scopes ?? [],
        handle: (request, { name, arguments: args = {} }) => {
          if (typeof name !== 'string') throw invalidParams('"name" must be the name of a tool');
          if (!isObject(args)) throw invalidParams('"arguments" must be an object');
          const prepared = findOffered(name, request);
          const { read, note } = readArguments(prepared, args, settings);
          return withNote(call(prepared, request, read), note);
        },
        tool: ({ name }) => find(name)?.tool,
        failure: (error, request) => failure(error, request.params['name'], request),
      },
    },
  };
}

/** Arguments that do not fit are for the model to read, like every `ToolError`. */
async function call(prepared: PreparedTool, request: ServerRequest, args: JsonObject): Promise<JsonObject> {
  const { tool, input } = prepared;
  const validated = input.validate(args);
  // Nearly all schemas answer synchronously. Then the tool begins in the turn in which its message arrived.
  const outcome = validated instanceof Promise ? await validated : validated;
  if (outcome.issues !== undefined)
    throw new ToolError(`Invalid arguments for tool ${tool.name}:\n${describeIssues(outcome.issues)}`);
  if (tool.atMostOnce === true) await request.consumeState();
  // The call may have been cancelled by now: then the tool does not begin.
  if (request.execution.settled) throw new ToolError('Cancelled');
  return toResult(prepared, await tool.run(outcome.value, request.ctx));
}

/** The result for what a tool or middleware threw; undefined for errors that only the protocol can say. */
function failure(error: unknown, name: unknown, request: ServerRequest): JsonObject | undefined {
  if (error instanceof ToolError) return errorResult(error.message, error._meta);
  if (error instanceof RpcError) return isForModel(error, request) ? errorResult(error.message) : undefined;
  return errorResult(maskBug(error, `tool ${shorten(String(name))}`, request));
}

function errorResult(message: string, meta?: Meta): JsonObject {
  const result = { content: [text(message)], isError: true };
  return meta === undefined ? result : { ...result, _meta: meta };
}
