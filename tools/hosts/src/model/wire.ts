// Wire: common code for the four forms of a provider's API.
import type { JsonObject } from '@mcp/runtime';

/** A host's request: the offered tools, and every tool result of the conversation, oldest first. */
export interface Turn {
  readonly tools: readonly string[];
  readonly results: readonly string[];
}

/** A reply of the model: a text or one tool call. */
export type Reply =
  | { readonly text: string }
  | { readonly id: string; readonly tool: string; readonly args: JsonObject };

/** A form of a provider's API. */
export interface Wire {
  /** Matches the path of a request for a stream. */
  readonly path: RegExp;
  /** Parses the body of a request. */
  readonly read: (body: JsonObject) => Turn;
  /** Returns the events of a stream with the reply. */
  readonly write: (reply: Reply) => readonly JsonObject[];
}

/** The prefix of the ids of calls to our tools. */
export const OUR_CALL = 'call_';

/** Hosts' tools that make ours available, with their arguments for an unlisted tool. */
export const HELPERS: Readonly<Record<string, (query: string) => JsonObject>> = {
  tool_search: (query) => ({ query }),
  // Claude Code does not wait for slow servers; its model does.
  WaitForMcpServers: () => ({}),
};

/** The token usage that the provider reports. */
export const USAGE = {
  ...{ input_tokens: 1, output_tokens: 1, prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
};

/** Returns whether a value is a JSON object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the objects of a list, or none for other values. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Returns the text of a result: a string, or the text of its blocks. Ignores other blocks. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : objectsIn(value)
        .map(({ text = '' }) => String(text))
        .join('');

/** Returns the names of a list of tools. */
export const namesOf = (tools: unknown): string[] => objectsIn(tools).map(({ name }) => String(name));
