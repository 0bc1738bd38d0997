// Questions to the client in older revisions: messages to sample, and forms.
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { supports, type ClientSupport } from '../capabilities.ts';
import { MissingCapabilityError } from '../errors.ts';
import { can, type Revision } from '../revisions.ts';
import type { SamplingContent, SamplingMessage, SamplingRequest } from '../types.ts';

/** The content of a message as a list. */
export function blocksOf({ content }: SamplingMessage): readonly SamplingContent[] {
  return Array.isArray(content) ? content : [content as SamplingContent];
}

/**
 * Returns the params of `sampling/createMessage` in the client's revision.
 *
 * @throws {MissingCapabilityError} when it cannot express them.
 */
export function spellSampling(
  { includeContext, ...rest }: SamplingRequest,
  client: ClientSupport,
): JsonObject {
  const { revision } = client;
  // Before 2025-11-25 a message has one block: more become consecutive messages of the same role.
  const messages = can(revision, 'samplingBlocks') ? rest.messages : rest.messages.flatMap(splitBlocks);
  if (!can(revision, 'samplingAudio') && messages.some(hasAudio))
    throw new MissingCapabilityError('audio in sampling messages', { sampling: {} });
  const context = includeContext === undefined || !mayIncludeContext(client) ? {} : { includeContext };
  return { ...rest, ...context, messages };
}

/** Returns the blocks of an answer. Before 2025-11-25 it is a single block, and a list is invalid. */
export function answeredBlocks(content: unknown, revision: Revision): readonly unknown[] {
  return can(revision, 'samplingBlocks') && Array.isArray(content) ? content : [content];
}

// From 2025-11-25 the context values need their own capability and are deprecated without it.
function mayIncludeContext(client: ClientSupport): boolean {
  return !can(client.revision, 'samplingContext') || supports(client, 'sampling.context');
}

function splitBlocks(message: SamplingMessage): SamplingMessage[] {
  return blocksOf(message).map((content) => ({ ...message, content }));
}

function hasAudio(message: SamplingMessage): boolean {
  return blocksOf(message).some(({ type }) => type === 'audio');
}

const COMMON = ['type', 'title', 'description', 'default'];

const BY_TYPE: { readonly [type: string]: readonly string[] } = {
  string: [...COMMON, 'minLength', 'maxLength', 'format', 'enum', 'enumNames', 'oneOf'],
  number: [...COMMON, 'minimum', 'maximum'],
  integer: [...COMMON, 'minimum', 'maximum'],
  boolean: COMMON,
  array: [...COMMON, 'items', 'minItems', 'maxItems'],
};

const FORMATS: readonly unknown[] = ['email', 'uri', 'date', 'date-time'];

/**
 * The schema as the client gets it. Keywords that forms do not have are removed; answers are checked against the
 * whole schema.
 *
 * @throws {TypeError} when it is not a flat object of primitives.
 * @throws {MissingCapabilityError} when the client's revision cannot express it.
 */
export function toFormSchema({ type, properties, required }: JsonObject, revision: Revision): JsonObject {
  if (type !== 'object' || !isObject(properties))
    throw new TypeError('a form schema must be an object with properties');
  const toField = can(revision, 'richForms') ? currentField : oldField;
  const fields = Object.entries(properties).map(([name, field]) => [name, toField(name, field)]);
  const form: JsonObject = { type: 'object', properties: Object.fromEntries(fields) };
  if (Array.isArray(required) && required.length > 0) form['required'] = required;
  return form;
}

function currentField(name: string, field: unknown): JsonObject {
  const keywords = isObject(field) ? BY_TYPE[String(field['type'])] : undefined;
  if (!isObject(field) || keywords === undefined || !isChoice(field)) {
    throw new TypeError(
      `form field "${name}" must be a string, number, integer, boolean, or a list of choices`,
    );
  }
  const kept = keywords.filter(
    (keyword) => field[keyword] !== undefined && (keyword !== 'format' || FORMATS.includes(field['format'])),
  );
  return Object.fromEntries(kept.map((keyword) => [keyword, field[keyword]]));
}

function isChoice({ type, items }: JsonObject): boolean {
  return (
    type !== 'array' || (isObject(items) && (Array.isArray(items['enum']) || Array.isArray(items['anyOf'])))
  );
}

// 2025-06-18 knows defaults for booleans only, titles of choices as enumNames, and no lists.
function oldField(name: string, field: unknown): JsonObject {
  const { default: fallback, oneOf, ...rest } = currentField(name, field);
  if (rest['type'] === 'array')
    throw new MissingCapabilityError('choosing several values in a form', { elicitation: {} });
  const choices = Array.isArray(oneOf) ? oneOf.filter(isObject) : undefined;
  if (choices !== undefined) {
    rest['enum'] = choices.map((choice) => choice['const']);
    rest['enumNames'] = choices.map((choice) => choice['title'] ?? choice['const']);
  }
  if (fallback === undefined) return rest;
  if (rest['type'] === 'boolean') return { ...rest, default: fallback };
  const hint = `Default: ${JSON.stringify(fallback)}`;
  return {
    ...rest,
    description: typeof rest['description'] === 'string' ? `${rest['description']} (${hint})` : hint,
  };
}

/** Why the content of an accepted form cannot be an answer in this revision; undefined when it can. */
export function formAnswerProblem(content: unknown, revision: Revision): string | undefined {
  if (can(revision, 'richForms') || !isObject(content) || !Object.values(content).some(Array.isArray))
    return undefined;
  return `lists are not among the answers of revision ${revision}`;
}
