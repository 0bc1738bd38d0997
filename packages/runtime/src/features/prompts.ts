// Prompts: prompts/list and prompts/get (server/prompts).
import type { ServerPart } from '../conversation/feature.ts';
import type { ServerRequest } from '../conversation/request.ts';
import { blockProblem, describeValue, text } from '../define/content.ts';
import type { Prompt, PromptReturn } from '../define/prompt.ts';
import type { PromptRegistry } from '../define/registry.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { invalidParams } from '../protocol/errors.ts';
import { suggest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import { listChangedCapability, listHandler, type ListSettings } from './pagination.ts';

/** Prompts of a server. Unknown names and arguments, and missing arguments, are answered with −32602. */
export function prompts(registry: PromptRegistry, settings: ListSettings): ServerPart {
  return {
    provides: ['prompts'],
    capabilities: { prompts: listChangedCapability(settings) },
    methods: {
      'prompts/list': listHandler({
        registry,
        shape: 'ListPromptsResult',
        member: 'prompts',
        ...settings,
      }),
      'prompts/get': {
        shape: 'GetPromptResult',
        has: (name) => registry.get(name) !== undefined,
        scopes: ({ name }) => (typeof name === 'string' ? (registry.get(name)?.scopes ?? []) : []),
        handle: (request, params) => get(registry, request, params),
      },
    },
  };
}

/**
 * Returns the prompt with this name.
 * @throws {RpcError} −32602 if it does not exist.
 */
export function findPrompt(registry: PromptRegistry, name: unknown): Prompt {
  if (typeof name !== 'string') throw invalidParams('"name" must be the name of a prompt');
  const prompt = registry.get(name);
  if (prompt !== undefined) return prompt;
  const hint = suggest(name, registry.keys(), 'see prompts/list');
  throw invalidParams(`unknown prompt ${quote(name)}; ${hint}`);
}

async function get(
  registry: PromptRegistry,
  request: ServerRequest,
  params: JsonObject,
): Promise<JsonObject> {
  const prompt = findPrompt(registry, params['name']);
  const args = readArguments(prompt, params['arguments']);
  if (prompt.atMostOnce === true) await request.consumeState();
  return toResult(prompt.name, await prompt.get(args, request.ctx));
}

function readArguments(prompt: Prompt, given: unknown = {}): { [name: string]: string } {
  if (!isObject(given)) throw invalidParams('"arguments" must be an object of strings');
  const declared = prompt.arguments ?? {};
  const args: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(declared, name)) throw unknownArgument(prompt, name, Object.keys(declared));
    if (typeof value !== 'string')
      throw invalidParams(`argument "${name}" of prompt ${prompt.name} must be a string`);
    args[name] = value;
  }
  const missing = Object.keys(declared).filter(
    (name) => declared[name]?.required === true && args[name] === undefined,
  );
  if (missing.length > 0)
    throw invalidParams(`prompt ${prompt.name} needs ${missing.map((name) => `"${name}"`).join(', ')}`);
  return args;
}

function unknownArgument(prompt: Prompt, name: string, known: string[]): Error {
  const hint = suggest(name, known, known.length > 0 ? `it has ${known.join(', ')}` : 'it has none');
  return invalidParams(`prompt ${prompt.name} has no argument ${quote(name)}; ${hint}`);
}

function toResult(name: string, returned: PromptReturn): JsonObject {
  if (typeof returned === 'string') return { messages: [{ role: 'user', content: text(returned) }] };
  const whole = isObject(returned) ? returned : { messages: returned };
  const problem = messagesProblem(whole.messages);
  if (problem !== undefined) {
    throw new TypeError(
      `prompt "${name}" returned ${isObject(returned) && whole.messages === undefined ? describeValue(returned) : problem}; ` +
        'return a string, a list of messages { role, content }, or { description, messages }',
    );
  }
  const { description, messages } = whole;
  return description === undefined ? { messages } : { description, messages };
}

function messagesProblem(messages: unknown): string | undefined {
  if (!Array.isArray(messages)) return describeValue(messages);
  for (const [i, message] of messages.entries()) {
    const where = `a list in which item ${i} is`;
    if (!isObject(message)) return `${where} ${describeValue(message)}`;
    const { role, content } = message;
    if (role !== 'user' && role !== 'assistant')
      return `${where} a message whose "role" is not "user" or "assistant"`;
    const problem = blockProblem(content);
    if (problem !== undefined) return `${where} a message whose "content" is ${problem}`;
  }
  return undefined;
}
