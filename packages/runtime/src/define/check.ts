// Checks of definitions: names, icons, metadata, annotations. Each error says what to change.
import { isObject } from '../jsonrpc/json.ts';
import { metaKeyProblem } from '../protocol/meta.ts';
import { scopeProblem } from '../protocol/scopes.ts';
import type { Annotations, Icon, ToolAnnotations } from '../protocol/types.ts';
import { nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import type { Described } from './described.ts';
import { DefinitionError } from './errors.ts';
import type { Prompt } from './prompt.ts';
import type { Resource, ResourceTemplate } from './resource.ts';
import type { Tool } from './tool.ts';

const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

// RFC 3986; the URL parser repairs invalid URIs instead of refusing them.
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/**
 * Checks a tool, except its schemas. Returns its name for errors.
 *
 * @throws {DefinitionError} when the tool is not legal MCP.
 */
export function checkTool(tool: Tool): string {
  const where = nameOf('tool', tool, 'name');
  if (!TOOL_NAME.test(tool.name))
    throw new DefinitionError(`${where}: a name is 1 to 128 of A-Z a-z 0-9 _ - .`);
  checkMembers(where, 'tool', tool);
  checkDescribed(where, tool);
  checkHints(where, tool.annotations);
  return where;
}

function checkHints(where: string, hints: ToolAnnotations = {}): void {
  for (const [name, value] of Object.entries<unknown>(hints)) {
    const known = HINTS.find((hint) => hint === name) ?? nearest(name, HINTS);
    if (known === undefined || value === undefined) continue;
    if (known !== name)
      throw new DefinitionError(`${where}: annotations have no "${name}"; did you mean "${known}"?`);
    if (typeof value !== 'boolean')
      throw new DefinitionError(`${where}: annotations.${name} must be a boolean`);
  }
}

/** @throws {DefinitionError} when a resource may not be served. */
export function checkResource(resource: Resource): void {
  const where = nameOf('resource', resource, 'uri');
  if (!URI.test(resource.uri)) {
    throw new DefinitionError(
      `${where}: not an absolute URI of RFC 3986 (spaces and other letters are percent-encoded)`,
    );
  }
  checkName(where, resource.name);
  checkMembers(where, 'resource', resource);
  checkDescribed(where, resource);
  checkAnnotations(where, resource.annotations);
  if (resource.size !== undefined && !(Number.isSafeInteger(resource.size) && resource.size >= 0))
    throw new DefinitionError(`${where}: size is a count of bytes`);
}

/**
 * Checks a resource template, except its URI template. Returns its name for errors.
 *
 * @throws {DefinitionError} when it is not legal MCP.
 */
export function checkResourceTemplate(template: ResourceTemplate): string {
  const where = nameOf('resource template', template, 'uriTemplate');
  checkName(where, template.name);
  checkMembers(where, 'resource template', template);
  checkDescribed(where, template);
  checkAnnotations(where, template.annotations);
  return where;
}

/** @throws {DefinitionError} when a prompt may not be served. */
export function checkPrompt(prompt: Prompt): void {
  const where = nameOf('prompt', prompt, 'name');
  checkName(where, prompt.name);
  checkMembers(where, 'prompt', prompt);
  checkDescribed(where, prompt);
  checkArguments(where, prompt.arguments);
}

type Kind = 'tool' | 'resource' | 'resource template' | 'prompt';

const HANDLERS: Readonly<Record<Kind, string>> = {
  tool: 'run',
  resource: 'read',
  'resource template': 'read',
  prompt: 'get',
};

// Names of these members in other libraries: plain JavaScript would drop them silently.
const MISNAMED: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  tool: {
    input: 'inputSchema',
    parameters: 'inputSchema',
    schema: 'inputSchema',
    output: 'outputSchema',
    handler: 'run',
    execute: 'run',
    callback: 'run',
  },
  resource: { handler: 'read', callback: 'read' },
  'resource template': { handler: 'read', callback: 'read' },
  prompt: { args: 'arguments', argsSchema: 'arguments', handler: 'get', callback: 'get' },
};

// How errors name a definition: by its kind, and the member that identifies it.
function nameOf(kind: Kind, definition: unknown, key: string): string {
  if (!isObject(definition))
    throw new DefinitionError(`a ${kind} must be an object, not ${quote(definition)}`);
  const name = definition[key];
  if (typeof name !== 'string') throw new DefinitionError(`a ${kind} needs "${key}", a string`);
  return `${kind} ${JSON.stringify(name)}`;
}

function checkMembers(where: string, kind: Kind, definition: object): void {
  for (const [name, meant] of Object.entries(MISNAMED[kind])) {
    if (name in definition && Reflect.get(definition, meant) === undefined)
      throw new DefinitionError(`${where}: a ${kind} has no "${name}"; did you mean "${meant}"?`);
  }
  const handler = HANDLERS[kind];
  if (typeof Reflect.get(definition, handler) !== 'function')
    throw new DefinitionError(`${where}: "${handler}" must be a function`);
}

function checkArguments(where: string, given: unknown = {}): void {
  const advice = 'arguments must be an object, by name, like { city: { required: true } }';
  if (!isObject(given) || '~standard' in given) throw new DefinitionError(`${where}: ${advice}`);
  for (const [name, argument] of Object.entries(given))
    if (!isObject(argument)) throw new DefinitionError(`${where}: argument "${name}": ${advice}`);
}

function checkName(where: string, name: string): void {
  if (typeof name !== 'string' || name === '') throw new DefinitionError(`${where}: it needs a name`);
}

function checkDescribed(where: string, { title, description, icons, _meta: meta, scopes }: Described): void {
  for (const [member, value] of Object.entries({ title, description }))
    if (value !== undefined && typeof value !== 'string')
      throw new DefinitionError(`${where}: ${member} must be a string`);
  checkIcons(where, icons);
  if (scopes !== undefined && !Array.isArray(scopes))
    throw new DefinitionError(`${where}: scopes must be a list`);
  for (const scope of scopes ?? []) {
    const problem = scopeProblem(scope);
    if (problem !== undefined) throw new DefinitionError(`${where}: scope ${quote(scope)}: ${problem}`);
  }
  for (const key of Object.keys(meta ?? {})) {
    const problem = metaKeyProblem(key);
    if (problem !== undefined)
      throw new DefinitionError(`${where}: meta key ${JSON.stringify(key)}: ${problem}`);
  }
}

/** @throws {DefinitionError} for an icon with an unsafe or malformed source (basic, "Icons"). */
export function checkIcons(where: string, icons: readonly Icon[] | undefined): void {
  if (icons !== undefined && !Array.isArray(icons))
    throw new DefinitionError(`${where}: icons must be a list`);
  for (const icon of icons ?? []) checkIcon(where, icon);
}

/**
 * @throws {DefinitionError} for an extension without a legal id, with illegal settings, or given twice (basic,
 * "Extensions").
 */
export function checkExtensions(where: string, extensions: unknown): void {
  if (extensions === undefined) return;
  if (!Array.isArray(extensions))
    throw new DefinitionError(`${where}: extensions must be a list of { id, settings }`);
  const ids = new Set<string>();
  for (const extension of extensions as readonly unknown[]) {
    const { id, settings = {} } = isObject(extension) ? extension : {};
    const what = `${where}: extension ${quote(id)}`;
    if (typeof id !== 'string' || !EXTENSION_ID.test(id))
      throw new DefinitionError(`${what}: an id is a prefix and a name, like com.example/name`);
    if (ids.has(id)) throw new DefinitionError(`${what} is given twice`);
    if (settings !== null && !isObject(settings))
      throw new DefinitionError(`${what}: its settings must be an object`);
    ids.add(id);
  }
}

const EXTENSION_ID = /^[A-Za-z][A-Za-z\d-]*(?:\.[A-Za-z][A-Za-z\d-]*)*\/[A-Za-z\d](?:[\w.-]*[A-Za-z\d])?$/;

function checkIcon(where: string, icon: unknown): void {
  if (!isObject(icon)) throw new DefinitionError(`${where}: an icon must be an object with "src"`);
  const { src, mimeType, sizes, theme } = icon;
  if (typeof src !== 'string' || !ICON_SOURCE.test(src.slice(0, 200).toLowerCase()))
    throw new DefinitionError(`${where}: icon ${quote(src)} must be an https: or base64 data:image/ URI`);
  if (mimeType !== undefined && typeof mimeType !== 'string')
    throw new DefinitionError(`${where}: icon mimeType must be a string`);
  if (sizes !== undefined && !(Array.isArray(sizes) && sizes.every((size) => ICON_SIZE.test(String(size)))))
    throw new DefinitionError(`${where}: icon sizes is a list of sizes like "48x48", or "any"`);
  if (theme !== undefined && theme !== 'light' && theme !== 'dark')
    throw new DefinitionError(`${where}: icon theme is "light" or "dark"`);
}

// Without the flag `i`, which costs V8 about 0.3 ms at each start.
const ICON_SOURCE = /^https:\/\/[^/]|^data:image\/[a-z0-9.+-]+;base64,/;
const ICON_SIZE = /^(?:any|\d+x\d+)$/;

function checkAnnotations(where: string, annotations: Annotations | undefined): void {
  const { audience, priority, lastModified } = annotations ?? {};
  if (audience?.some((role) => role !== 'user' && role !== 'assistant'))
    throw new DefinitionError(`${where}: annotations.audience holds "user" and "assistant"`);
  if (priority !== undefined && !(priority >= 0 && priority <= 1))
    throw new DefinitionError(`${where}: annotations.priority is 0 to 1`);
  if (
    lastModified !== undefined &&
    !(ISO_TIME.test(lastModified) && Number.isFinite(Date.parse(lastModified)))
  ) {
    throw new DefinitionError(`${where}: annotations.lastModified is an ISO 8601 time`);
  }
}
