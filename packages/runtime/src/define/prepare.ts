// Prepared definitions: a registry checks and compiles each definition once, and builds its entry in lists.
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import type { JsonSchema } from '../schema/infer.ts';
import { aliasProblem } from '../schema/aliases.ts';
import { compileSchema, isStandardSchema, type CompiledSchema, type Schema } from '../schema/schema.ts';
import { checkPrompt, checkResource, checkResourceTemplate, checkTool } from './check.ts';
import { describe } from './described.ts';
import { DefinitionError } from './errors.ts';
import type { Prompt } from './prompt.ts';
import type { Resource, ResourceTemplate } from './resource.ts';
import { RESULT_MEMBERS } from './tool-result.ts';
import type { Tool } from './tool.ts';
import { UriTemplate } from './uri-template.ts';

/** Something that a list of the protocol shows. */
export interface Listed {
  /** As clients see it. */
  readonly listing: JsonObject;
}

/** A tool, ready to be listed and called. */
export interface PreparedTool extends Listed {
  readonly tool: Tool;
  readonly input: CompiledSchema;
  readonly output: CompiledSchema | undefined;
  /** Whether a plain object may be a whole result, see `CallToolResult`. */
  readonly mayReturnResult: boolean;
  readonly paramHeaders: readonly ParamHeader[];
}

/** A resource, ready to be listed. */
export interface PreparedResource extends Listed {
  readonly resource: Resource;
}

/** A resource template, ready to be listed and matched. */
export interface PreparedResourceTemplate extends Listed {
  readonly template: ResourceTemplate;
  readonly uris: UriTemplate;
}

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;

/** @throws {DefinitionError} when a tool is not legal MCP. */
export function prepareTool(tool: Tool): PreparedTool {
  const where = checkTool(tool);
  const { name, annotations, outputSchema } = tool;
  const input = compile(`${where}: inputSchema`, tool.inputSchema ?? NO_ARGUMENTS, 'input');
  const output =
    outputSchema === undefined ? undefined : compile(`${where}: outputSchema`, outputSchema, 'output');
  const problem = aliasProblem(tool.aliases ?? {}, input.json);
  if (problem !== undefined) throw new DefinitionError(`${where}: ${problem}`);
  const inputSchema = withoutDeprecated(listedSchema(where, input.json, tool.unlisted ?? []));
  const listed = { name, inputSchema, outputSchema: output?.json, annotations };
  return {
    tool,
    input,
    output,
    mayReturnResult: !declaresResult(output?.json['properties']),
    paramHeaders: readParamHeaders(where, input.json),
    listing: describe(listed, tool),
  };
}

// A list shows what can be used.
function listedSchema(where: string, schema: JsonObject, unlisted: readonly string[]): JsonObject {
  if (unlisted.length === 0) return schema;
  const { properties, required } = schema;
  const known = isObject(properties) ? properties : {};
  const wrong = unlisted.find(
    (name) => !Object.hasOwn(known, name) || (Array.isArray(required) && required.includes(name)),
  );
  if (wrong !== undefined)
    throw new DefinitionError(`${where}: "unlisted" names "${wrong}", which is not an optional argument`);
  const shown = Object.entries(known).filter(([name]) => !unlisted.includes(name));
  return { ...schema, properties: Object.fromEntries(shown) };
}

// Strict hosts must express each choice that is listed. A single choice is the schema itself: LangChain drops `anyOf`.
function withoutDeprecated(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema, (_name, value: unknown) => {
    if (!isObject(value) || !Array.isArray(value['anyOf'])) return value;
    const { anyOf, ...rest } = value;
    const choices = anyOf.filter((choice) => !isObject(choice) || choice['deprecated'] !== true);
    const [only] = choices;
    return choices.length === 1 && isObject(only) ? { ...only, ...rest } : { ...value, anyOf: choices };
  });
  return JSON.parse(text) as JsonObject;
}

function declaresResult(properties: unknown): boolean {
  return isObject(properties) && RESULT_MEMBERS.some((member) => Object.hasOwn(properties, member));
}

function compile(where: string, schema: Schema, direction: 'input' | 'output'): CompiledSchema {
  if (typeof schema !== 'function' && !isObject(schema))
    throw new DefinitionError(`${where} must be a schema`);
  const hint = isStandardSchema(schema) ? undefined : shapeHint(schema);
  if (hint !== undefined) throw new DefinitionError(`${where}: ${hint}`);
  let compiled: CompiledSchema;
  try {
    compiled = compileSchema(schema, direction);
  } catch (error) {
    throw new DefinitionError(`${where}: ${reason(error)}`);
  }
  // Arguments are an object in every revision; output may be anything from 2026-07-28 and is wrapped before.
  if (direction === 'output' || compiled.json['type'] === 'object') {
    const missing = undeclared(compiled.json);
    if (missing === undefined) return compiled;
    throw new DefinitionError(`${where}: "required" names "${missing}", which "properties" does not have`);
  }
  throw new DefinitionError(
    `${where}: the root must have "type": "object"${isStandardSchema(schema) ? ' (use an object schema)' : ''}`,
  );
}

// Other libraries take a plain object of schemas for the arguments.
function shapeHint(schema: JsonSchema): string | undefined {
  for (const [name, member] of Object.entries(schema)) {
    const isNested = (typeof member === 'object' || typeof member === 'function') && member !== null;
    if (!isNested || !isStandardSchema(member)) continue;
    const { vendor } = member['~standard'];
    const whole = vendor === 'zod' ? `z.object({ ${name}, … })` : `an object schema of ${vendor}`;
    return `this is a plain object of schemas; did you mean ${whole}?`;
  }
  return undefined;
}

// JSON Schema allows it, but a client cannot know such an argument, so it is a mistake. Schemas that may declare it
// elsewhere are not checked.
function undeclared(schema: JsonObject): string | undefined {
  const { properties, required } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return undefined;
  if (ELSEWHERE.some((keyword) => keyword in schema) || isObject(schema['additionalProperties']))
    return undefined;
  return required.find(
    (name: unknown): name is string => typeof name === 'string' && !Object.hasOwn(properties, name),
  );
}

const ELSEWHERE = [
  'patternProperties',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'dependencies',
];

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @throws {DefinitionError} when a resource is not legal MCP. */
export function prepareResource(resource: Resource): PreparedResource {
  checkResource(resource);
  const { uri, name, mimeType, size, annotations } = resource;
  return { resource, listing: describe({ uri, name, mimeType, size, annotations }, resource) };
}

/** @throws {DefinitionError} when a resource template is not legal MCP. */
export function prepareResourceTemplate(template: ResourceTemplate): PreparedResourceTemplate {
  const where = checkResourceTemplate(template);
  const { uriTemplate, name, mimeType, annotations } = template;
  let uris: UriTemplate;
  try {
    uris = new UriTemplate(uriTemplate);
  } catch (error) {
    throw new DefinitionError(`${where}: ${reason(error)}`);
  }
  const unknown = Object.keys(template.complete ?? {}).find((variable) => !uris.variables.includes(variable));
  if (unknown !== undefined)
    throw new DefinitionError(`${where}: completes "${unknown}", which is not one of its variables`);
  return { template, uris, listing: describe({ uriTemplate, name, mimeType, annotations }, template) };
}

/** @throws {DefinitionError} when a prompt is not legal MCP. */
export function preparePrompt(prompt: Prompt): Listed {
  checkPrompt(prompt);
  const args = Object.entries(prompt.arguments ?? {}).map(([name, { title, description, required }]) =>
    describe({ name, required }, { title, description }),
  );
  return {
    listing: describe({ name: prompt.name, arguments: args.length === 0 ? undefined : args }, prompt),
  };
}

/** One argument that a header repeats. */
export interface ParamHeader {
  /** Where it is in the arguments. */
  readonly path: readonly string[];
  /** The header, like `Mcp-Param-Region`. */
  readonly header: string;
}

const KEYWORD = 'x-mcp-header';
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

/**
 * Returns the arguments of an input schema that are marked with `x-mcp-header`.
 *
 * @throws {DefinitionError} when a mark is not legal: clients would drop the tool.
 */
function readParamHeaders(where: string, schema: JsonObject): readonly ParamHeader[] {
  const found = collect(where, schema, []);
  const names = found.map(({ header }) => header.toLowerCase());
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new DefinitionError(`${where}: two arguments have the header ${twice}`);
  return found;
}

function collect(where: string, { properties }: JsonObject, above: readonly string[]): ParamHeader[] {
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const path = [...above, name];
    const below = collect(where, property, path);
    return property[KEYWORD] === undefined ? below : [read(where, property, path), ...below];
  });
}

function read(where: string, property: JsonObject, path: readonly string[]): ParamHeader {
  const suffix = property[KEYWORD];
  const place = `${where}: argument ${path.join('.')}`;
  if (typeof suffix !== 'string' || !TOKEN.test(suffix))
    throw new DefinitionError(`${place}: ${KEYWORD} must be a header token`);
  if (!TYPES.includes(property['type']))
    throw new DefinitionError(`${place}: only strings, integers and booleans can have ${KEYWORD}`);
  return { path, header: `Mcp-Param-${suffix}` };
}
