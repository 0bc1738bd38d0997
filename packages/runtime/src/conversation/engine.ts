// Engine: a server made ready to serve: its features, its capabilities, and for each revision its methods and wire.
import type { Middleware } from '../define/middleware.ts';
import type { ParamHeader } from '../define/param-headers.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import type { AdmissionLimits } from '../limits/admission.ts';
import { methodNotFound } from '../protocol/errors.ts';
import { hasMethod, methodRow, revisionsOf, type ServerFeature } from '../protocol/methods.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { Implementation } from '../protocol/types.ts';
import { createWire } from '../protocol/wire/index.ts';
import type { Wire } from '../protocol/wire/wire.ts';
import type { Feature, MethodHandler, NotificationHandler } from './feature.ts';
import type { RequestParts } from './request.ts';

/** Something the operator should know. Goes to stderr as one line of JSON unless the server says otherwise. */
export interface Report {
  readonly level: 'debug' | 'warning' | 'error';
  readonly message: string;
  /** Links the report to the text that the client got. */
  readonly id?: string;
  /** The `traceparent` of the request, when the client gave one. */
  readonly trace?: string;
  /** What was thrown, if something was. */
  readonly error?: unknown;
}

/** What an engine is made of. */
export interface EngineParts {
  readonly info: Implementation;
  readonly instructions: string | undefined;
  readonly features: readonly Feature[];
  readonly parts: RequestParts;
  readonly limits: AdmissionLimits;
  /** Around the handling of requests, outermost first. */
  readonly middleware: readonly Middleware[];
  report(report: Report): void;
}

/** A server made ready to serve any number of conversations. Never changes. */
export class Engine implements Omit<EngineParts, 'middleware'> {
  readonly info: Implementation;
  readonly instructions: string | undefined;
  readonly features: readonly Feature[];
  readonly parts: RequestParts;
  readonly limits: AdmissionLimits;
  /** The server's capabilities in the newest revision's form; the wire drops what a revision does not know. */
  readonly capabilities: JsonObject;
  readonly report: (report: Report) => void;
  readonly #provided: ReadonlySet<ServerFeature>;
  readonly #methods: ReadonlyMap<string, MethodHandler>;
  readonly #middleware: ReadonlyMap<string, readonly Middleware[]>;
  readonly #notifications = new Map<string, NotificationHandler[]>();
  readonly #lanes = new Map<Revision, { wire: Wire; methods: ReadonlyMap<string, MethodHandler> }>();

  constructor(parts: EngineParts) {
    this.info = parts.info;
    this.instructions = parts.instructions;
    this.features = parts.features;
    this.parts = parts.parts;
    this.limits = parts.limits;
    this.report = (report) => reportSafely(report, parts);
    this.#provided = new Set(parts.features.flatMap(({ provides = [] }) => provides));
    this.#methods = new Map(parts.features.flatMap(({ methods = {} }) => Object.entries(methods)));
    this.#middleware = new Map(
      [...this.#methods.keys()].flatMap((method) => {
        const wrapping = parts.middleware.filter(({ methods = [method] }) => methods.includes(method));
        return wrapping.length === 0 ? [] : [[method, wrapping]];
      }),
    );
    this.capabilities = mergeCapabilities(parts.features);
    for (const [name, handler] of parts.features.flatMap(({ notifications = {} }) =>
      Object.entries(notifications),
    )) {
      this.#notifications.set(name, [...this.notificationHandlers(name), handler]);
    }
  }

  /** The handlers of a notification, in the order of the features. */
  notificationHandlers(name: string): readonly NotificationHandler[] {
    return this.#notifications.get(name) ?? [];
  }

  /** The wire of a revision. Made on first use and kept. */
  wire(revision: Revision): Wire {
    return this.#lane(revision).wire;
  }

  /**
   * The handler of a method in a revision.
   *
   * @throws {RpcError} −32601, saying whether the method is unknown, of other revisions, or not offered here.
   */
  method(revision: Revision, method: string): MethodHandler {
    const handler = this.#lane(revision).methods.get(method);
    if (handler !== undefined) return handler;
    const row = methodRow(method);
    if (row === undefined || row.kind !== 'request' || row.from === 'server')
      throw methodNotFound(method, 'MCP has no such request');
    if (!hasMethod(revision, row))
      throw methodNotFound(method, `it exists in ${revisionsOf(row).join(', ')}, not in ${revision}`);
    throw methodNotFound(method);
  }

  /** The middleware around a method, outermost first; undefined when there is none. */
  middlewareOf(method: string): readonly Middleware[] | undefined {
    return this.#middleware.get(method);
  }

  /** The arguments of a tool that HTTP headers repeat. */
  paramHeaders(tool: unknown): readonly ParamHeader[] {
    for (const feature of this.features)
      if (feature.paramHeaders !== undefined) return feature.paramHeaders(tool);
    return [];
  }

  /** The scopes that a caller needs for a request. */
  requiredScopes(method: string, params: JsonObject): readonly string[] {
    return this.#methods.get(method)?.scopes?.(params) ?? [];
  }

  #lane(revision: Revision): { wire: Wire; methods: ReadonlyMap<string, MethodHandler> } {
    let lane = this.#lanes.get(revision);
    if (lane === undefined) {
      const methods = new Map([...this.#methods].filter(([method]) => this.#isServed(method, revision)));
      lane = { wire: createWire(revision, this.info), methods };
      this.#lanes.set(revision, lane);
    }
    return lane;
  }

  #isServed(method: string, revision: Revision): boolean {
    const row = methodRow(method);
    if (row === undefined) return true;
    return hasMethod(revision, row) && (row.capability === undefined || this.#provided.has(row.capability));
  }
}

function mergeCapabilities(features: readonly Feature[]): JsonObject {
  const merged: JsonObject = {};
  for (const { capabilities = {} } of features) {
    for (const [name, value] of Object.entries(capabilities)) {
      merged[name] = { ...asObject(merged[name]), ...asObject(value) };
    }
  }
  return merged;
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

// Reporting must never become a failure of its own.
function reportSafely(report: Report, parts: EngineParts): void {
  try {
    parts.report(report);
  } catch (error) {
    console.error(`${report.message} (${report.id ?? 'no id'}); reporting it failed: ${String(error)}`);
  }
}
