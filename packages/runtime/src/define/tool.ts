// defineTool: what authors write for a tool (server/tools). Nothing runs until a server uses it.
import type { ContentBlock, Meta, ToolAnnotations } from '../protocol/types.ts';
import type { Aliases } from '../schema/aliases.ts';
import type { Infer, InferInput, Schema } from '../schema/schema.ts';
import type { Context } from './context.ts';
import type { Described } from './described.ts';
import type { CallToolResult, ToolResult } from './tool-result.ts';

/** The id of the extension that tools with `task` need. */
export const TASKS = 'io.modelcontextprotocol/tasks';

/** What a tool may return when it has no output schema. A string is one text block, nothing an empty list of blocks. */
export type Content = string | ContentBlock | readonly ContentBlock[] | CallToolResult | ToolResult | void;

/** A tool, before inference. See `defineTool`. */
export interface ToolOptions<
  I extends Schema,
  O extends Schema | undefined,
  R = ToolReturn<O>,
> extends Described {
  /** 1–128 of `A-Z a-z 0-9 _ - .`, unique. Hosts add prefixes, so stay well below 64. */
  readonly name: string;
  /** Hints for the host; say all four (server/tools, from 2025-03-26). */
  readonly annotations?: ToolAnnotations;
  /** The arguments: a JSON Schema of type object, or a Standard Schema. None means no arguments. */
  readonly inputSchema?: I;
  /**
   * The schema of structured content that `run` returns (server/tools, from 2025-06-18). Older clients get the JSON if
   * there is no text.
   */
  readonly outputSchema?: O;
  /**
   * Metadata for clients, under keys with your own reverse-DNS prefix; extensions define others, like `ui` (`apps()`).
   */
  readonly _meta?: Meta;
  /**
   * Your own labels, for `available` of the server and for programs around it. Clients do not see them.
   */
  readonly tags?: readonly string[];
  /** False hides the tool from lists; callers that know its name can call it. Default true. */
  readonly listed?: boolean;
  /**
   * The name of the tool that this one is an alias of. Turning that tool off by its name turns this one off, too.
   */
  readonly aliasOf?: string;
  /**
   * Names of optional arguments that are accepted but not listed, because they have one possible value here, or need a
   * setting that is missing. A choice of `anyOf` that is `deprecated: true` is accepted and not listed either.
   */
  readonly unlisted?: readonly string[];
  /**
   * Other names of arguments → the names in the schema, like `{ file_path: 'path' }`. They are not in the schema; an
   * answer to a call that used one names the real argument. They apply in nested objects too.
   */
  readonly aliases?: Aliases;
  /**
   * Whether state between questions opens once only (2026-07-28, basic/patterns/mrtr): a client that repeats a request
   * with answers gets −32602 instead of a second run. Without it the client may repeat a request whose answer was lost.
   */
  readonly atMostOnce?: boolean;
  /**
   * Whether calls may become tasks, for clients that declare the extension. For other clients `optional` runs normally
   * and `required` is refused. The server needs the extension `tasks()`.
   */
  readonly task?: 'optional' | 'required';
  /** Questions are asked before a call becomes a task, as those of other tools are, not by the task. */
  readonly asksFirst?: boolean;
  /** How long `run` may work, in milliseconds, where the server has the `timeout` middleware. Default: as that says. */
  readonly timeoutMs?: number;
  /**
   * Does the work. Throw `ToolError` for errors that the model should read, and `RpcError` for protocol errors. Other
   * errors are reported, and the model reads only that there was an internal error.
   */
  run(args: Infer<I>, ctx: Context): R | Promise<R>;
}

/** With an output schema a tool returns a value of it, or a whole result: a `CallToolResult` or a `ToolResult`. */
export type ToolReturn<O> = O extends undefined ? Content : Structured<DeepReadonly<InferInput<O>>>;

type Structured<T> = T | CallToolResult<T> | ToolResult;

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** A tool with its types erased, so that tools of all kinds fit in one list. */
export interface Tool extends Described {
  readonly name: string;
  readonly annotations?: ToolAnnotations;
  readonly inputSchema?: Schema;
  readonly outputSchema?: Schema;
  readonly atMostOnce?: boolean;
  readonly task?: 'optional' | 'required';
  readonly asksFirst?: boolean;
  readonly timeoutMs?: number;
  readonly tags?: readonly string[];
  readonly listed?: boolean;
  readonly aliasOf?: string;
  readonly unlisted?: readonly string[];
  readonly aliases?: Aliases;
  readonly _meta?: Meta;
  run(args: unknown, ctx: Context): unknown;
}

type NoArguments = { readonly type: 'object'; readonly properties: {}; readonly additionalProperties: false };

/**
 * Defines a tool (server/tools, all revisions). The types of `args` and of the returned value follow from the schemas,
 * which are checked when a server is created.
 *
 * @example
 * const add = defineTool({
 *   name: 'add',
 *   description: 'Adds two numbers.',
 *   inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a',
 * 'b'] },
 *   run: ({ a, b }) => `${a + b}`,
 * });
 */
export function defineTool<
  const I extends Schema = NoArguments,
  const O extends Schema | undefined = undefined,
  // A separate parameter keeps the literals in what `run` returns: { type: 'text' } is not { type: string }.
  const R extends ToolReturn<O> = ToolReturn<O>,
>(options: ToolOptions<I, O, R>): Tool {
  return { ...options } as Tool;
}

/** All four hints: what is missing defaults to the cautious value. */
export type Hints = Required<Omit<ToolAnnotations, 'title'>>;

/** The tool changes nothing. */
export const readsOnly: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The tool adds something with every call; what is there stays. */
export const adds: Hints = { ...readsOnly, readOnlyHint: false, idempotentHint: false };

/** The tool replaces something. The same call again changes nothing more. */
export const changes: Hints = { ...readsOnly, readOnlyHint: false, destructiveHint: true };

/** The tool may delete or replace something, and does more of it when it is called again. */
export const destroys: Hints = { ...changes, idempotentHint: false };

/** The same hints for a tool that also reaches things outside the server's own domain, like the web. */
export function openWorld(hints: Hints): Hints {
  return { ...hints, openWorldHint: true };
}
