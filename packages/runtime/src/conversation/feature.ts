// Feature: what one page of the specification adds to a server.
import type { ParamHeader } from '../define/prepare.ts';
import type { JsonObject, JsonText } from '../jsonrpc/json.ts';
import type { ServerFeature } from '../protocol/methods.ts';
import type { ShapeName } from '../protocol/wire/shapes.ts';
import type { Host } from './host.ts';
import type { Request } from './request.ts';

/** What a method handler returns: the result in the newest revision's form, or its text in the request's own. */
export type Reply = JsonObject | JsonText;

/** One method of a feature. */
export interface MethodHandler {
  /** The shape of its result. */
  readonly shape: ShapeName;
  /** The scopes that a caller needs for this request, whether or not the request is right otherwise. */
  scopes?(params: JsonObject): readonly string[];
  handle(request: Request, params: JsonObject): Reply | Promise<Reply>;
  /** The result that says what handlers or middleware threw, where such results exist; undefined for an error of the protocol. */
  failure?(error: unknown, request: Request): JsonObject | undefined;
}

/** Takes a notification of the client. */
export type NotificationHandler = (host: Host, params: JsonObject) => void;

/** One feature of the protocol, for one server. */
export interface Feature {
  /** What it makes the server capable of; gates methods. */
  readonly provides?: readonly ServerFeature[];
  /** Its part of the server's capabilities, in the newest revision's form. */
  readonly capabilities?: JsonObject;
  readonly methods?: { readonly [method: string]: MethodHandler };
  /** The arguments of a tool that HTTP headers repeat. */
  paramHeaders?(tool: unknown): readonly ParamHeader[];
  readonly notifications?: { readonly [method: string]: NotificationHandler };
  /** The connection is over: drop what is kept for it. */
  closed?(host: Host): void;
  /** The connection is ending: finish what would never finish by itself. */
  draining?(host: Host): void;
}
