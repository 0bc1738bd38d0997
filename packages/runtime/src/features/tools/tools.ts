// Tools: tools/list and tools/call (server/tools).
import type { Feature } from '../../conversation/feature.ts';
import type { Request } from '../../conversation/request.ts';
import type { ToolRegistry } from '../../define/registry.ts';
import type { RpcError } from '../../jsonrpc/error.ts';
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { invalidParams } from '../../protocol/errors.ts';
import { nearest } from '../../text/nearest.ts';
import { quote } from '../../text/quote.ts';
import { listChangedCapability, type ListSettings, listHandler } from '../pagination.ts';
import { callTool } from './call.ts';

/** How the tools of a server are served. */
export interface ToolSettings extends ListSettings {
  /** See `ServerOptions`. */
  readonly coercesArguments: boolean;
  /** See `ServerOptions`. */
  readonly toolsOff: { readonly [name: string]: string };
}

/** Tools of a server. Bad arguments and failures are results that the model can read, not protocol errors. */
export function tools(registry: ToolRegistry, settings: ToolSettings): Feature {
  return {
    provides: ['tools'],
    capabilities: { tools: listChangedCapability(settings) },
    paramHeaders: (name) =>
      (typeof name === 'string' ? registry.prepared(name)?.paramHeaders : undefined) ?? [],
    methods: {
      'tools/list': listHandler({
        registry,
        shape: 'ListToolsResult',
        member: 'tools',
        pageSize: settings.pageSize,
        extra: settings.extra,
      }),
      'tools/call': {
        shape: 'CallToolResult',
        scopes: ({ name }) => (typeof name === 'string' ? (registry.get(name)?.scopes ?? []) : []),
        handle: (request, params) => call(registry, request, { params, settings }),
      },
    },
  };
}

function call(
  registry: ToolRegistry,
  request: Request,
  { params, settings }: { readonly params: JsonObject; readonly settings: ToolSettings },
): Promise<JsonObject> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string') throw invalidParams('"name" must be the name of a tool');
  if (!isObject(args)) throw invalidParams('"arguments" must be an object');
  const prepared = registry.prepared(name);
  if (prepared === undefined) throw unknownTool(name, registry, settings);
  return callTool(prepared, request, settings.coercesArguments ? prepared.input.coerce(args) : args);
}

function unknownTool(name: string, registry: ToolRegistry, { toolsOff }: ToolSettings): RpcError {
  if (Object.hasOwn(toolsOff, name))
    return invalidParams(`tool ${quote(name)} is off; ${toolsOff[name] ?? ''}`);
  const close = nearest(name, registry.keys());
  return invalidParams(
    `unknown tool ${quote(name)}${close === undefined ? '; see tools/list' : `; did you mean "${close}"?`}`,
  );
}
