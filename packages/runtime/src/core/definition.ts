// define*: what authors write. Each returns a value; nothing runs until a server is made of them.
import type {
  CacheHint,
  ContentBlock,
  Icon,
  Annotations,
  ListedResource,
  Meta,
  PromptMessage,
  ResourceContents,
  ToolAnnotations,
} from '../protocol/types.ts';
import type { Context } from './context.ts';
import type { Infer, InferInput, Schema } from './schema.ts';
import type { ToolResult } from './tool-result.ts';
import type { UriVariables } from './uri-template.ts';

/** Members that tools, resources, templates and prompts share. */
export interface Described {
  /** For people. */
  readonly title?: string;
  /** For the model: what it is, when to use it. */
  readonly description?: string;
  /** `https:` or base64 `data:` URIs. */
  readonly icons?: readonly Icon[];
  /** Metadata for clients, under keys with your own reverse-DNS prefix. */
  readonly meta?: Meta;
  /**
   * OAuth scopes that a caller needs for it, over HTTP with authorization: to call, read, subscribe to or complete it.
   * Lists show it to everybody. (basic/authorization)
   */
  readonly scopes?: readonly string[];
}

/** What a tool may return when it has no output schema. A string is one text block, nothing an empty list of blocks. */
export type Content = string | ContentBlock | readonly ContentBlock[] | ToolResult | void;

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
  readonly input?: I;
  /**
   * What `run` returns as structured content (server/tools, from 2025-06-18). Older clients get its JSON when there is
   * no text.
   */
  readonly output?: O;
  /** It can be called but is not listed: for a former name. */
  readonly unlisted?: boolean;
  /** The group that `--toolsets` of the command line has to name before the tool is offered. None: it always is. */
  readonly toolset?: string;
  /**
   * Whether state between questions opens once only (2026-07-28, basic/patterns/mrtr): a client that repeats a request
   * with answers gets −32602 instead of a second run. Without it the client may repeat a request whose answer got lost.
   */
  readonly atMostOnce?: boolean;
  /**
   * Does the work. Throw `ToolError` for what the model should read and `RpcError` for an error of the protocol;
   * anything else is reported, and the model reads only that there was an internal error.
   */
  run(args: Infer<I>, ctx: Context): R | Promise<R>;
}

/** With an output schema a tool returns a value of it, or a `ToolResult` for full control. */
export type ToolReturn<O> = O extends Schema ? DeepReadonly<InferInput<O>> | ToolResult : Content;

type DeepReadonly<T> = T extends readonly (infer U)[]
  ? readonly DeepReadonly<U>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** A tool with its types erased, so that tools of all kinds fit in one list. */
export interface Tool extends Described {
  readonly name: string;
  readonly annotations?: ToolAnnotations;
  readonly input?: Schema;
  readonly output?: Schema;
  readonly atMostOnce?: boolean;
  readonly unlisted?: boolean;
  readonly toolset?: string;
  run(args: unknown, ctx: Context): unknown;
}

type NoArguments = { readonly type: 'object'; readonly properties: {}; readonly additionalProperties: false };

/**
 * Defines a tool (server/tools, all revisions). The types of `args` and of the returned value follow from the schemas,
 * which are checked when a server is made of it.
 *
 * @example
 * const add = defineTool({
 *   name: 'add',
 *   description: 'Adds two numbers.',
 *   input: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
 *   run: ({ a, b }) => `${a + b}`,
 * });
 */
export function defineTool<
  const I extends Schema = NoArguments,
  const O extends Schema | undefined = undefined,
  // A parameter of its own keeps the literals in what `run` returns: { type: 'text' } is not { type: string }.
  const R extends ToolReturn<O> = ToolReturn<O>,
>(options: ToolOptions<I, O, R>): Tool {
  return { ...options, run: (args, ctx) => options.run(args as Infer<I>, ctx) } as Tool;
}

/**
 * What a reader returns: text, bytes (sent as base64), or whole contents (one URI may hold several). An empty list
 * means that there is no such resource.
 */
export type ResourceBody = string | Uint8Array | ResourceContents | readonly ResourceContents[];

/** Tells that a watched resource changed, or a resource below it that is named by its URI (server/resources). */
export type Updated = (uri?: string) => void;

/** Stops watching. */
export type StopWatching = () => void;

/** A resource with a fixed URI (server/resources). */
export interface Resource extends Described {
  /** Absolute (RFC 3986), unique. */
  readonly uri: string;
  /** For programs; `title` is for people. */
  readonly name: string;
  /** Of the text or bytes that `read` returns. */
  readonly mimeType?: string;
  /** Bytes, before any base64. */
  readonly size?: number;
  readonly annotations?: Annotations;
  /** How long a read may be cached. Default: not at all. */
  readonly cache?: CacheHint;
  /** Throw `ResourceNotFoundError` when it is gone. */
  read(ctx: Context): ResourceBody | Promise<ResourceBody>;
  /**
   * Begins to tell about changes. Called for the first subscriber; what it returns is called when the last one leaves.
   */
  watch?(updated: Updated, ctx: Context): StopWatching | Promise<StopWatching>;
  /** Called for every subscriber, also when the watch runs already. Throw to refuse this client. */
  beforeWatch?(ctx: Context): void | Promise<void>;
}

/** Defines a resource (server/resources, all revisions). It is checked when a server is made of it. */
export function defineResource(resource: Resource): Resource {
  return resource;
}

/** Suggestions: the values, best first, or the values with how many there are in all. At most 100 are sent. */
export type Suggestions =
  | readonly string[]
  | { readonly values: readonly string[]; readonly total?: number; readonly hasMore?: boolean };

/**
 * Completes one argument (server/utilities/completion). `value` is the text so far, `context.arguments` holds the other
 * arguments that are known already (from 2025-06-18).
 */
export type Complete = (
  value: string,
  context: { readonly arguments: { readonly [name: string]: string } },
  ctx: Context,
) => Suggestions | Promise<Suggestions>;

/** A family of resources (server/resources, "Resource Templates"). */
export interface ResourceTemplate extends Described {
  /** RFC 6570, like `file:///{+path}`. See `UriTemplate` for what is understood. */
  readonly uriTemplate: string;
  readonly name: string;
  /** Only when all of the family share it. */
  readonly mimeType?: string;
  readonly annotations?: Annotations;
  /** How long a read may be cached. Default: not at all. */
  readonly cache?: CacheHint;
  /** Completion of the template's variables, by name. */
  readonly complete?: { readonly [variable: string]: Complete };
  /**
   * Lists members for `resources/list`: up to `limit`, in a fixed order, beginning after the URI `after`, which the
   * client may have made up.
   */
  list?(
    page: { after: string | undefined; limit: number },
    ctx: Context,
  ): ListedResource[] | Promise<ListedResource[]>;
  /**
   * Begins to tell that `list` would return others now. Called for every client that listens: in a session with its
   * first `resources/list`, later with `subscriptions/listen`. What it returns is called when the client has left.
   */
  watchList?(changed: () => void, ctx: Context): StopWatching | Promise<StopWatching>;
  /** Throw `ResourceNotFoundError` for a member that does not exist. */
  read(uri: string, variables: UriVariables, ctx: Context): ResourceBody | Promise<ResourceBody>;
  /** Like `Resource.watch`, for one member. Throw `ResourceNotFoundError` to refuse. */
  watch?(
    uri: string,
    variables: UriVariables,
    updated: Updated,
    ctx: Context,
  ): StopWatching | Promise<StopWatching>;
  /** Like `Resource.beforeWatch`, for one member. */
  beforeWatch?(uri: string, variables: UriVariables, ctx: Context): void | Promise<void>;
}

/** Defines a resource template (server/resources, all revisions). It is checked when a server is made of it. */
export function defineResourceTemplate(template: ResourceTemplate): ResourceTemplate {
  return template;
}

/** One argument of a prompt (server/prompts). Values are strings; `complete` suggests them. */
export interface PromptArgument {
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly complete?: Complete;
}

type PromptArguments = { readonly [name: string]: PromptArgument };

/** Required arguments are strings, the others strings or undefined. */
export type PromptValues<A extends PromptArguments> = {
  [K in keyof A]: A[K] extends { readonly required: true } ? string : string | undefined;
};

/** What a prompt returns: its messages (a string is one user message), or messages with a description. */
export type PromptReturn =
  | string
  | readonly PromptMessage[]
  | { readonly description?: string; readonly messages: readonly PromptMessage[] };

/** A prompt, before inference. See `definePrompt`. */
export interface PromptOptions<A extends PromptArguments> extends Described {
  /** Unique. */
  readonly name: string;
  // The intersection gives `complete` its parameter types, which the type parameter alone does not.
  readonly arguments?: A & PromptArguments;
  /** Like `ToolOptions.atMostOnce`. */
  readonly atMostOnce?: boolean;
  /** Throw `RpcError` with −32602 for values that make no sense. */
  get(args: PromptValues<A>, ctx: Context): PromptReturn | Promise<PromptReturn>;
}

/** A prompt with its types erased. */
export interface Prompt extends Described {
  readonly name: string;
  readonly arguments?: PromptArguments;
  readonly atMostOnce?: boolean;
  get(args: { readonly [name: string]: string }, ctx: Context): PromptReturn | Promise<PromptReturn>;
}

/**
 * Defines a prompt (server/prompts, all revisions). The types of `args` follow from `arguments`. It is checked when a
 * server is made of it.
 */
export function definePrompt<const A extends PromptArguments = {}>(options: PromptOptions<A>): Prompt {
  return { ...options, get: (args, ctx) => options.get(args as PromptValues<A>, ctx) };
}
