// Completion: suggestions for arguments of prompts and variables of templates (server/utilities/completion).
import type { ServerPart } from '../conversation/feature.ts';
import type { ServerRequest } from '../conversation/request.ts';
import type { Complete, Suggestions } from '../define/described.ts';
import type { Prompt } from '../define/prompt.ts';
import { promptRegistry, type PromptRegistry } from '../define/registry.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { invalidParams } from '../protocol/errors.ts';
import { quote } from '../text/quote.ts';
import { findPrompt } from './prompts.ts';
import type { ResourceIndex } from './resources/resource-index.ts';

const MAX_VALUES = 100;

/** completion/complete, or undefined when nothing completes. At most 100 values are sent; −32602 for unknown names. */
export function completion(
  list: { readonly registry: PromptRegistry } | undefined,
  index: ResourceIndex,
): ServerPart | undefined {
  const prompts = list?.registry ?? promptRegistry();
  const inPrompts = [...prompts].some(hasCompleter);
  const inTemplates = [...index.templates].some((template) => template.complete !== undefined);
  if (!inPrompts && !inTemplates) return undefined;
  return {
    provides: ['completions'],
    capabilities: { completions: {} },
    methods: {
      'completion/complete': {
        shape: 'CompleteResult',
        scopes: ({ ref }) => scopesOf(prompts, index, ref),
        handle: (request, params) => complete(prompts, index, request, params),
      },
    },
  };
}

function hasCompleter(prompt: Prompt): boolean {
  return Object.values(prompt.arguments ?? {}).some((argument) => argument.complete !== undefined);
}

async function complete(
  prompts: PromptRegistry,
  index: ResourceIndex,
  request: ServerRequest,
  params: JsonObject,
): Promise<JsonObject> {
  const { ref, argument, context = {} } = params;
  if (!isObject(argument))
    throw invalidParams('"argument" must be an object with the strings "name" and "value"');
  const { name, value } = argument;
  if (typeof name !== 'string' || typeof value !== 'string')
    throw invalidParams('"argument" needs the strings "name" and "value"');
  if (!isObject(context)) throw invalidParams('"context" must be an object');
  const completer = findCompleter(prompts, index, ref, name);
  if (completer === undefined) return toResult([]);
  return toResult(await completer(value, { arguments: readKnown(context['arguments']) }, request.ctx));
}

function findCompleter(
  prompts: PromptRegistry,
  index: ResourceIndex,
  ref: unknown,
  name: string,
): Complete | undefined {
  if (!isObject(ref)) throw invalidParams('"ref" must be an object');
  const completers =
    ref['type'] === 'ref/prompt'
      ? promptCompleters(findPrompt(prompts, ref['name']))
      : resourceCompleters(index, ref);
  if (!Object.hasOwn(completers, name)) {
    const known = Object.keys(completers);
    throw invalidParams(
      `there is no argument ${quote(name)} to complete${known.length > 0 ? `; there are ${known.join(', ')}` : ''}`,
    );
  }
  return completers[name];
}

function scopesOf(prompts: PromptRegistry, index: ResourceIndex, ref: unknown): readonly string[] {
  if (!isObject(ref)) return [];
  const { type, name, uri } = ref;
  if (type === 'ref/prompt') return typeof name === 'string' ? (prompts.get(name)?.scopes ?? []) : [];
  return (typeof uri === 'string' && index.templates.get(uri)?.scopes) || index.scopes(uri);
}

type Completers = { readonly [name: string]: Complete | undefined };

function promptCompleters(prompt: Prompt): Completers {
  return Object.fromEntries(
    Object.entries(prompt.arguments ?? {}).map(([name, argument]) => [name, argument.complete]),
  );
}

function resourceCompleters(index: ResourceIndex, { type, uri }: JsonObject): Completers {
  if (type !== 'ref/resource')
    throw invalidParams(`unknown kind of ref ${quote(type)}; kinds are ref/prompt and ref/resource`);
  if (typeof uri !== 'string') throw invalidParams('"ref.uri" must be the URI of a resource template');
  const completers = index.completers(uri);
  if (completers === undefined)
    throw invalidParams(`unknown resource template ${quote(uri)}; see resources/templates/list`);
  return completers;
}

function readKnown(given: unknown = {}): { [name: string]: string } {
  if (!isObject(given)) throw invalidParams('"context.arguments" must be an object of strings');
  const known: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string')
      throw invalidParams(`"context.arguments" must be an object of strings; ${quote(name)} is not one`);
    known[name] = value;
  }
  return known;
}

function toResult(suggestions: Suggestions): JsonObject {
  const {
    values: all,
    total,
    hasMore,
  }: Exclude<Suggestions, readonly string[]> = isList(suggestions)
    ? { values: suggestions, total: suggestions.length }
    : suggestions;
  const values = all.slice(0, MAX_VALUES);
  const more = hasMore ?? (total ?? all.length) > values.length;
  return {
    completion: {
      values,
      ...(total === undefined ? {} : { total }),
      hasMore: more || all.length > values.length,
    },
  };
}

function isList(suggestions: Suggestions): suggestions is readonly string[] {
  return Array.isArray(suggestions);
}
