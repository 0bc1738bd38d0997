// Tools: tools/list and tools/call (server/tools).
import type { Feature } from '../../conversation/feature.ts';
import type { Request } from '../../conversation/request.ts';
import { readParamHeaders, type ParamHeader } from '../../define/param-headers.ts';
import type { Registry } from '../../define/registry.ts';
import type { Tool } from '../../define/tool.ts';
import type { RpcError } from '../../jsonrpc/error.ts';
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { invalidParams } from '../../protocol/errors.ts';
import { compileCoercion, type Coercion } from '../../schema/coerce.ts';
import { compileSchema } from '../../schema/schema.ts';
import { nearest } from '../../text/nearest.ts';
import { quote } from '../../text/quote.ts';
import { describe, listChangedCapability, type ListSettings, listHandler } from '../pagination.ts';
import { ToolCall, type ToolSchemas } from './call.ts';

/** How the tools of a server are served. */
export interface ToolSettings extends ListSettings {
  /** See `ServerOptions`. */
  readonly coercesArguments: boolean;
  /** See `ServerOptions`. */
  readonly toolsOff: { readonly [name: string]: string };
}

interface CompiledTool extends ToolSchemas {
  readonly coerce: Coercion;
  readonly listing: JsonObject;
  readonly paramHeaders: readonly ParamHeader[];
}

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;

const compiledTools = new WeakMap<Tool, CompiledTool>();

/** Tools of a server. Bad arguments and failures are results that the model can read, not protocol errors. */
export function tools(registry: Registry<Tool>, settings: ToolSettings): Feature {
  return {
    provides: ['tools'],
    capabilities: { tools: listChangedCapability(settings) },
    paramHeaders: (name) => {
      const tool = typeof name === 'string' ? registry.get(name) : undefined;
      return tool === undefined ? [] : compile(tool).paramHeaders;
    },
    methods: {
      'tools/list': listHandler({
        registry,
        shape: 'ListToolsResult',
        member: 'tools',
        pageSize: settings.pageSize,
        extra: settings.extra,
        isListed: ({ unlisted }) => unlisted !== true,
        list: (tool) => compile(tool).listing,
      }),
      'tools/call': {
        shape: 'CallToolResult',
        scopes: ({ name }) => (typeof name === 'string' ? (registry.get(name)?.scopes ?? []) : []),
        handle: (request, params) => call(registry, request, { params, settings }),
      },
    },
  };
}

function compile(tool: Tool): CompiledTool {
  let compiled = compiledTools.get(tool);
  if (compiled === undefined) {
    const input = compileSchema(tool.inputSchema ?? NO_ARGUMENTS, 'input');
    const output = tool.outputSchema === undefined ? undefined : compileSchema(tool.outputSchema, 'output');
    const listing = describe(
      { name: tool.name, inputSchema: input.json, outputSchema: output?.json, annotations: tool.annotations },
      tool,
    );
    compiled = {
      input,
      output,
      listing,
      coerce: compileCoercion(input.json),
      paramHeaders: readParamHeaders(`tool ${tool.name}`, input.json),
    };
    compiledTools.set(tool, compiled);
  }
  return compiled;
}

function call(
  registry: Registry<Tool>,
  request: Request,
  { params, settings }: { readonly params: JsonObject; readonly settings: ToolSettings },
): JsonObject | Promise<JsonObject> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string') throw invalidParams('"name" must be the name of a tool');
  if (!isObject(args)) throw invalidParams('"arguments" must be an object');
  const tool = registry.get(name);
  if (tool === undefined) throw unknownTool(name, registry, settings);
  const compiled = compile(tool);
  const given = settings.coercesArguments ? compiled.coerce(args) : args;
  return new ToolCall(tool, compiled, request).run(given);
}

function unknownTool(name: string, registry: Registry<Tool>, { toolsOff }: ToolSettings): RpcError {
  if (Object.hasOwn(toolsOff, name))
    return invalidParams(`tool ${quote(name)} is off; ${toolsOff[name] ?? ''}`);
  const close = nearest(name, registry.keys());
  return invalidParams(
    `unknown tool ${quote(name)}${close === undefined ? '; see tools/list' : `; did you mean "${close}"?`}`,
  );
}
