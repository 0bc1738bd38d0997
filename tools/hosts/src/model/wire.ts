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

/** A form of a provider's API. */
export interface Wire {
  /** Matches the path of a request for a stream. */
  readonly path: RegExp;
  /** Reads the body of a request. */
  readonly read: (body: JsonObject) => Turn;
  /** Returns the events of a stream with the reply. */
  readonly write: (reply: Reply) => readonly JsonObject[];
}

/** How the ids of calls to our tools begin. */
export const OUR_CALL = 'call_';

/** Tools of hosts that make ours available, with their arguments for a tool that is not listed. */
export const HELPERS: Readonly<Record<string, (query: string) => JsonObject>> = {
  tool_search: (query) => ({ query }),
  // Claude Code does not wait for servers that start slowly; its model does.
  WaitForMcpServers: () => ({}),
};

/** What a provider reports as used. */
export const USAGE = {
  ...{ input_tokens: 1, output_tokens: 1, prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
};

/** Tells whether a value is an object of JSON. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the objects of a list, or none if it is not a list. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Returns the text of a result: a string, or the text of its blocks. Blocks that are not text count as nothing. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : objectsIn(value)
        .map(({ text = '' }) => String(text))
        .join('');

/** Returns the names of a list of tools. */
export const namesOf = (tools: unknown): string[] => objectsIn(tools).map(({ name }) => String(name));
