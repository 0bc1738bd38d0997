// Content blocks: functions that create them, and checks of what handlers return, so that clients get only valid MCP.
import { isObject } from '../jsonrpc/json.ts';
import type {
  Annotations,
  AudioContent,
  EmbeddedResource,
  ImageContent,
  ListedResource,
  Meta,
  ResourceContents,
  ResourceLink,
  TextContent,
} from '../protocol/types.ts';

type Options = { readonly annotations?: Annotations; readonly _meta?: Meta };

/** A text block. */
export function text(value: string, options: Options = {}): TextContent {
  return { type: 'text', text: value, ...options };
}

/** An image block; `data` is base64, `mimeType` like `image/png`. */
export function image(data: string, mimeType: string, options: Options = {}): ImageContent {
  return { type: 'image', data, mimeType, ...options };
}

/** A sound block; `data` is base64, `mimeType` like `audio/wav`. Clients of 2024-11-05 get an embedded resource. */
export function audio(data: string, mimeType: string, options: Options = {}): AudioContent {
  return { type: 'audio', data, mimeType, ...options };
}

/** A link to a resource that the client may read; it need not be listed. Clients before 2025-06-18 get text. */
export function resourceLink(resource: ListedResource): ResourceLink {
  return { type: 'resource_link', ...resource };
}

/** A block with the contents of a resource. */
export function embeddedResource(resource: ResourceContents, options: Options = {}): EmbeddedResource {
  return { type: 'resource', resource, ...options };
}

/** What a value is, for the author who returned it: `a number`, `a block of type "txt"`. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (!isObject(value)) return `a ${typeof value}`;
  if (typeof value['type'] === 'string') return `a block of type ${JSON.stringify(value['type'])}`;
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty object' : `an object with ${keys.slice(0, 5).join(', ')}`;
}

/** What is wrong with a list of content blocks (server/tools, "Tool Result"); undefined when it is fine. */
export function contentProblem(content: unknown): string | undefined {
  if (!Array.isArray(content)) return describeValue(content);
  for (let i = 0; i < content.length; i++) {
    const problem = blockProblem(content[i]);
    if (problem !== undefined) return `a list in which item ${i} is ${problem}`;
  }
  return undefined;
}

/**
 * Describes a value that is not a content block (server/tools, "Tool Result"). Returns undefined for a content block.
 */
export function blockProblem(block: unknown): string | undefined {
  if (!isObject(block)) return describeValue(block);
  const { type } = block;
  if (type === 'text' && typeof block['text'] === 'string') return undefined;
  const members = MEMBERS.get(type);
  if (members === undefined) return describeValue(block);
  const missing = members.find((member) => typeof block[member] !== 'string');
  if (missing !== undefined) return `a block of type "${String(type)}" whose "${missing}" is no string`;
  const problem = type === 'resource' ? contentsProblem(block['resource']) : undefined;
  return problem && `a block of type "resource" whose "resource" is ${problem}`;
}

const MEMBERS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['text', ['text']],
  ['image', ['data', 'mimeType']],
  ['audio', ['data', 'mimeType']],
  ['resource_link', ['uri', 'name']],
  ['resource', []],
]);

/**
 * Describes a value that is not the contents of a resource (server/resources, "Resource Contents"). Returns undefined
 * for contents.
 */
export function contentsProblem(contents: unknown): string | undefined {
  if (!isObject(contents)) return describeValue(contents);
  const { uri, text: body, blob } = contents;
  if (typeof uri !== 'string') return `${describeValue(contents)} whose "uri" is no string`;
  const isBody = typeof (body ?? blob) === 'string' && (body === undefined || blob === undefined);
  return isBody ? undefined : `${describeValue(contents)} that needs one string, "text" or "blob"`;
}
