// Wire: what the four forms of a provider's API have in common.
import type { JsonObject } from '@mcp/runtime';

/** A request of a host: the tools that it offers, and every tool result of the conversation, oldest first. */
export interface Turn {
  readonly tools: readonly string[];
  readonly results: readonly string[];
}

/** What the model says: a text, or one tool call. */
export type Reply =
  | { readonly text: string }
  | { readonly id: string; readonly tool: string; readonly args: JsonObject };

/** The tool that finds other tools, in hosts that do not list all. */
export const SEARCH = 'tool_search';

/** A form of a provider's API. */
export interface Wire {
  /** Matches the path of a request. */
  readonly path: RegExp;
  /** Reads the body of a request. */
  readonly read: (body: JsonObject) => Turn;
  /** Returns the reply as the body of a response, and the same as the events of a stream. */
  readonly write: (
    reply: Reply,
    model: string,
  ) => { readonly whole: JsonObject; readonly events: readonly JsonObject[] };
}

/** Tells whether a value is an object of JSON. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the objects of a list, or none if it is not a list. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Returns the text of a result: a string, blocks of text, or JSON. Blocks that are not text count as nothing. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (!isObject(value)) return '';
  return typeof value['text'] === 'string' ? value['text'] : '';
};

/** Returns the names of a list of tools. */
export const namesOf = (tools: unknown): string[] => objectsIn(tools).map(({ name }) => String(name));
