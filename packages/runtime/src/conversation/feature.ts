// Feature: what one page of the specification, or an extension of the protocol, adds to a server.
import type { Context } from '../define/context.ts';
import type { ParamHeader } from '../define/prepare.ts';
import type { Tool } from '../define/tool.ts';
import type { JsonObject, JsonText } from '../jsonrpc/json.ts';
import type { MethodRow, ServerFeature } from '../protocol/methods.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { Shape } from '../protocol/wire/shapes.ts';
import type { Execution } from './execution.ts';
import type { Connection, ExtensionRequest } from './extension-request.ts';
import type { Host } from './host.ts';
import type { ServerRequest } from './request.ts';

/** A result of another shape than that of its method. */
export class ShapedReply {
  readonly shape: Shape;
  /** In the newest revision's form. */
  readonly value: JsonObject;

  constructor(shape: Shape, value: JsonObject) {
    this.shape = shape;
    this.value = value;
  }
}

/**
 * What a method handler returns: the result in the newest revision's form, of the method's shape or of one that it
 * names, or its text in the request's own revision.
 */
export type Reply = JsonObject | JsonText | ShapedReply;

/** One method of a feature. */
export interface Method<R = ExtensionRequest> {
  /** What the protocol says about the method. Default: its row in `METHODS`. */
  readonly row?: MethodRow;
  /** The shape of its result, unless a reply names another. */
  readonly shape: Shape;
  /** The scopes that a caller needs for this request, whether or not the request is right otherwise. */
  scopes?(params: JsonObject): readonly string[];
  handle(request: R, params: JsonObject): Reply | Promise<Reply>;
}

/**
 * Decides how a request of one method runs, outside of all middleware. `next` runs it, with the runners of later
 * extensions and the middleware, on its call or on another execution. It resolves with the text of the result or
 * rejects with an `RpcError`, both in the request's revision.  The reply answers the call; a run on its own
 * execution may continue after it. Such a run takes no slot, so its starter must limit their number. Returns undefined
 * to leave the request unchanged. It rejects, and never throws.
 */
export type Runner = (
  request: ExtensionRequest,
  next: (execution?: Execution) => Promise<JsonText>,
) => Promise<Reply> | undefined;

/** What a `subscriptions/listen` stream can follow in addition to lists and resources. */
export interface Listening {
  /** What the acknowledgement says of it; undefined for nothing. */
  readonly accepted: unknown;
  /** The stream is over. */
  stop(): void;
}

/**
 * Begins to listen for one member of the filter of `subscriptions/listen`. `notify` sends a notification on the
 * stream. An error refuses the stream.
 */
export type ListenFilter = (
  request: ExtensionRequest,
  value: unknown,
  notify: (method: string, params: JsonObject) => void,
) => Listening | Promise<Listening>;

/**
 * Says which clients a list of tools shows a tool: undefined for all of them. With it, clients may not share the list.
 * It is called for every tool of the server when the tool comes in, and at each request of the list.
 *
 * @throws {DefinitionError} for a tool that is not legal in the extension.
 */
export type ToolFilter = (tool: Tool) => ((ctx: Context) => boolean) | undefined;

/** What an extension adds to a server. */
export interface Feature<R = ExtensionRequest, C = Connection> {
  /** Its part of the server's capabilities, in the newest revision's form. */
  readonly capabilities?: JsonObject;
  /** The first revision that its capabilities and runners are for. Default: all. */
  readonly since?: Revision;
  readonly methods?: { readonly [method: string]: Method<R> };
  /** Decide how requests of methods run, also of those of other features. They chain, the first extension outermost. */
  readonly runners?: { readonly [method: string]: Runner };
  /** Members of the filter of `subscriptions/listen`. */
  readonly filters?: { readonly [member: string]: ListenFilter };
  readonly listsTool?: ToolFilter;
  /** Take notifications of the client. */
  readonly notifications?: { readonly [method: string]: (connection: C, params: JsonObject) => void };
  /**
   * Called once at the start of every connection, including one for a single stateless request, before its first
   * message. Send nothing yet: the client listens after `notifications/initialized`.
   */
  readonly opened?: (connection: C) => void;
  /** Called once at the end of every opened connection. Release its state here. */
  readonly closed?: (connection: C) => void;
  /** Called when the connection is ending. End everything that would never end by itself. */
  readonly draining?: (connection: C) => void;
}

/** A method of the runtime's own features. */
export interface MethodHandler extends Method<ServerRequest> {
  /** Whether the server has the tool, prompt or resource that a request names. */
  has?(name: string): boolean;
  /** The tool that a request calls. */
  tool?(params: JsonObject): Tool | undefined;
  /**
   * Returns the result for an error of handlers or middleware, or undefined for a protocol error.
   */
  failure?(error: unknown, request: ServerRequest): JsonObject | undefined;
}

/** Takes a notification of the client. */
export type NotificationHandler = (host: Host, params: JsonObject) => void;

/** One feature of the protocol, for one server: one of the runtime's own, or of an extension. */
export interface ServerPart extends Feature<ServerRequest, Host> {
  /** Server features that it provides; methods require them. */
  readonly provides?: readonly ServerFeature[];
  readonly methods?: { readonly [method: string]: MethodHandler };
  /** The arguments of a tool that HTTP headers repeat. */
  paramHeaders?(tool: unknown): readonly ParamHeader[];
}
