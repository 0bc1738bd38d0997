// The wire of 2024-11-05 … 2025-11-25: what older clients get instead of what they do not know.
import { ErrorCode, RpcError } from '../../jsonrpc/error.ts';
import { isObject, JsonText, type JsonObject } from '../../jsonrpc/json.ts';
import { McpErrorCode } from '../errors.ts';
import { can, isSince, type LegacyRevision } from '../revisions.ts';
import { createProjection, type Converter } from './projection.ts';
import type { ShapeName, Wire } from './shapes.ts';

/** The wire of one stateful revision. Results are objects. */
export function createLegacyWire(revision: LegacyRevision): Wire {
  const project = createProjection(revision, convertersFor(revision));
  return {
    revision,
    result: (shape, result) => JsonText.of(project(shape, result)),
    error: (error) => legacyError(error, revision),
    params: project,
  };
}

function convertersFor(revision: LegacyRevision): Partial<Record<ShapeName, Converter>> {
  const hasAudio = isSince(revision, '2025-03-26');
  const hasTitle = isSince(revision, '2025-06-18');
  return {
    Tool: (tool) =>
      plainProperties(hasTitle ? objectOutputSchema(tool) : hasAudio ? titleInAnnotations(tool) : tool),
    CallToolResult: hasTitle ? objectStructuredContent : structuredContentAsText,
    ContentBlock: (block) => {
      if (!hasTitle && block['type'] === 'resource_link') return linkAsText(block);
      if (!hasAudio && block['type'] === 'audio') return audioAsResource(block);
      return block;
    },
  };
}

// −32020…−32099 is the band of the stateless era; a client of this era would not know its codes. Only −32042 was in use
// before, in 2025-11-25.
function legacyError(error: RpcError, revision: LegacyRevision): RpcError {
  const { code, message } = error;
  if (code > -32020 || code < -32099) return error;
  if (code === McpErrorCode.UrlElicitationRequired && can(revision, 'elicitationModes')) return error;
  return new RpcError(ErrorCode.InvalidParams, message);
}

// 2025-03-26 has no Tool.title but shows annotations.title.
function titleInAnnotations(tool: JsonObject): JsonObject {
  const annotations = isObject(tool['annotations']) ? tool['annotations'] : {};
  if (tool['title'] === undefined || annotations['title'] !== undefined) return tool;
  return { ...tool, annotations: { title: tool['title'], ...annotations } };
}

/** Member that marks a result whose tool has an output schema that is not an object. Never sent. */
export const ANY_ROOT = 'anyRoot';

// Before 2026-07-28 structured output had to be an object (SEP-2106): others travel as { result }.
function objectOutputSchema(tool: JsonObject): JsonObject {
  const schema = tool['outputSchema'];
  if (!isObject(schema) || schema['type'] === 'object') return tool;
  const { $schema, ...rest } = schema;
  const dialect = $schema === undefined ? {} : { $schema };
  // References inside a schema that has its own id resolve against that id.
  const properties = { result: rest['$id'] === undefined ? moveReferences(rest) : rest };
  return { ...tool, outputSchema: { ...dialect, type: 'object', properties, required: ['result'] } };
}

// The schema moves one level down, and so do the targets of its references.
function moveReferences(schema: JsonObject): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && /^#(?:\/|$)/.test(value)
      ? `#/properties/result${value.slice(1)}`
      : value,
  );
}

function objectStructuredContent(result: JsonObject): JsonObject {
  const structured = result['structuredContent'];
  if (structured === undefined || (isObject(structured) && result[ANY_ROOT] === undefined)) return result;
  return { ...result, structuredContent: { result: structured } };
}

// This revision has no structured content. The text of the tool replaces it, or its JSON if there is no text.
function structuredContentAsText(result: JsonObject): JsonObject {
  const { structuredContent, content } = result;
  if (structuredContent === undefined || !Array.isArray(content)) return result;
  if (content.some((block: unknown) => isObject(block) && block['type'] === 'text')) return result;
  return { ...result, content: [...content, { type: 'text', text: JSON.stringify(structuredContent) }] };
}

// The official schemas of this era want the schema of a property to be an object.
function plainProperties(tool: JsonObject): JsonObject {
  const { inputSchema } = tool;
  const properties = isObject(inputSchema) ? inputSchema['properties'] : undefined;
  if (!isObject(inputSchema) || !isObject(properties)) return tool;
  if (Object.values(properties).every((property) => typeof property !== 'boolean')) return tool;
  const plain = Object.entries(properties).map(([name, property]) => [
    name,
    property === true ? {} : property === false ? { not: {} } : property,
  ]);
  return { ...tool, inputSchema: { ...inputSchema, properties: Object.fromEntries(plain) } };
}

function linkAsText({ title, name, uri, description, annotations }: JsonObject): JsonObject {
  const label = typeof title === 'string' ? title : name;
  const about = typeof description === 'string' ? `\n${description}` : '';
  return { type: 'text', text: `${label as string}: ${uri as string}${about}`, annotations };
}

function audioAsResource(audio: JsonObject): JsonObject {
  const resource = { uri: 'content:audio', mimeType: audio['mimeType'], blob: audio['data'] };
  return { type: 'resource', resource, annotations: audio['annotations'] };
}
