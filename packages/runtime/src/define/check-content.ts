// Checks of what handlers return: content blocks and contents of resources. What is not MCP must not reach a client.
import { isObject } from '../jsonrpc/json.ts';

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

/** What a value is that is no content block (server/tools, "Tool Result"); undefined when it is one. */
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

/** What a value is that is no contents of a resource (server/resources, "Resource Contents"); undefined when it is. */
export function contentsProblem(contents: unknown): string | undefined {
  if (!isObject(contents)) return describeValue(contents);
  const { uri, text, blob } = contents;
  if (typeof uri !== 'string') return `${describeValue(contents)} whose "uri" is no string`;
  const isBody = typeof (text ?? blob) === 'string' && (text === undefined || blob === undefined);
  return isBody ? undefined : `${describeValue(contents)} that needs one string, "text" or "blob"`;
}
