// Engine: a server made ready to serve: its features, its capabilities, and for each revision its methods and wire.
import type { Middleware } from '../define/middleware.ts';
import type { ParamHeader } from '../define/prepare.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { Admission, SharedSlots, type AdmissionLimits } from '../limits/admission.ts';
import { methodNotFound } from '../protocol/errors.ts';
import {
  hasMethod,
  isNotification,
  methodRow,
  revisionsOf,
  worksIn,
  type MethodRow,
  type ServerFeature,
} from '../protocol/methods.ts';
import { isRevision, type Revision } from '../protocol/revisions.ts';
import type { Implementation } from '../protocol/types.ts';
import { createWire } from '../protocol/wire/index.ts';
import type { Wire } from '../protocol/wire/shapes.ts';
import type { Route } from './dispatch.ts';
import type { ServerPart, MethodHandler, NotificationHandler, Runner } from './feature.ts';
import type { Report, RequestParts, ServerDescription } from './host.ts';
import type { Observe, ServerEvent } from './observer.ts';
import type { ServerRequest } from './request.ts';

/** What an engine is made of. */
export interface EngineParts {
  readonly info: Implementation;
  readonly instructions: string | undefined;
  readonly features: readonly ServerPart[];
  readonly parts: RequestParts<ServerRequest>;
  readonly limits: AdmissionLimits;
  /** Around the handling of requests, outermost first. */
  readonly middleware: readonly Middleware[];
  report(report: Report): void;
  readonly observe: Observe | undefined;
}

/** What one revision gets. */
interface Served {
  readonly wire: Wire;
  readonly routes: ReadonlyMap<string, Route>;
}

/** A server made ready to serve any number of conversations. Never changes. */
export class Engine implements ServerDescription {
  readonly info: Implementation;
  readonly instructions: string | undefined;
  readonly features: readonly ServerPart[];
  readonly parts: RequestParts<ServerRequest>;
  readonly limits: AdmissionLimits;
  readonly report: (report: Report) => void;
  /** Undefined if there is no listener. Never throws. */
  readonly observe: Observe | undefined;
  readonly #slots: SharedSlots;
  readonly #provided: ReadonlySet<ServerFeature>;
  readonly #methods: ReadonlyMap<string, MethodHandler>;
  readonly #middleware: readonly Middleware[];
  readonly #notifications = new Map<string, NotificationHandler[]>();
  readonly #byRevision = new Map<Revision, Served>();

  constructor(parts: EngineParts) {
    this.info = parts.info;
    this.instructions = parts.instructions;
    this.features = parts.features;
    this.parts = parts.parts;
    this.limits = parts.limits;
    this.#slots = new SharedSlots(parts.limits.total);
    this.report = (report) => reportSafely(report, parts);
    const { observe } = parts;
    this.observe = observe && observeSafely((event) => observe(this.#known(event)), this.report);
    this.#provided = new Set(parts.features.flatMap(({ provides = [] }) => provides));
    this.#methods = new Map(parts.features.flatMap(({ methods = {} }) => Object.entries(methods)));
    this.#middleware = parts.middleware;
    for (const [name, handler] of parts.features.flatMap(({ notifications = {} }) =>
      Object.entries(notifications),
    )) {
      this.#notifications.set(name, [...this.notificationHandlers(name), handler]);
    }
  }

  /** The slots for the calls of one client, its share of the server's. `limits` replace its own. */
  createAdmission(limits: Partial<AdmissionLimits> = {}): Admission {
    return new Admission({ ...this.limits, ...limits }, this.#slots);
  }

  /** The handlers of a notification, in the order of the features. */
  notificationHandlers(name: string): readonly NotificationHandler[] {
    return this.#notifications.get(name) ?? [];
  }

  /** The wire of a revision. Made on first use and kept. */
  wire(revision: Revision): Wire {
    return this.#served(revision).wire;
  }

  /** The server's capabilities for clients of a revision, in the newest form; the wire drops what it does not know. */
  capabilities(revision: Revision): JsonObject {
    const merged: JsonObject = {};
    const all = this.#featuresIn(revision).flatMap(({ capabilities = {} }) => Object.entries(capabilities));
    for (const [name, value] of all) merged[name] = { ...asObject(merged[name]), ...asObject(value) };
    return merged;
  }

  /** What the protocol, or an extension of this server, says about a method. */
  row(method: string): MethodRow | undefined {
    return this.#methods.get(method)?.row ?? methodRow(method);
  }

  /**
   * How a method is handled in a revision: what the protocol says about it, its handler, and what runs around it.
   *
   * @throws {RpcError} −32601, saying whether the method is unknown, of other revisions, or not offered here.
   */
  route(revision: Revision, method: string): Route {
    const route = this.#served(revision).routes.get(method);
    if (route !== undefined) return route;
    const row = this.row(method);
    if (row === undefined || isNotification(method) || row.from === 'server')
      throw methodNotFound(method, 'MCP has no such request');
    if (!hasMethod(revision, row))
      throw methodNotFound(method, `it exists in ${revisionsOf(row).join(', ')}, not in ${revision}`);
    throw methodNotFound(method);
  }

  /** The member of the params of a method that the header `Mcp-Name` repeats. */
  namedMember(method: string): string | undefined {
    return this.row(method)?.named;
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

  // Leaves out what only the client knows: it could make up any number of names.
  #known(event: ServerEvent): ServerEvent {
    if (event.type === 'session') return event;
    const { method = '', name = '', revision } = event;
    return {
      ...event,
      method: this.row(method) && method,
      name: this.#methods.get(method)?.has?.(name) === true ? name : undefined,
      revision: isRevision(revision) ? revision : undefined,
    };
  }

  #served(revision: Revision): Served {
    let served = this.#byRevision.get(revision);
    if (served === undefined) {
      const routes = new Map<string, Route>();
      for (const [name, handler] of this.#methods) {
        const row = this.row(name);
        if (row !== undefined && this.#isServed(row, revision))
          routes.set(name, this.#route(name, { handler, row, runners: this.#runners(name, revision) }));
      }
      served = { wire: createWire(revision, this.info), routes };
      this.#byRevision.set(revision, served);
    }
    return served;
  }

  #route(name: string, of: Omit<Route, 'middleware'>): Route {
    const around = this.#middleware.filter(({ methods = [name] }) => methods.includes(name));
    return { ...of, middleware: around.length === 0 ? undefined : around };
  }

  #runners(method: string, revision: Revision): readonly Runner[] {
    return this.#featuresIn(revision).flatMap(({ runners }) => runners?.[method] ?? []);
  }

  #featuresIn(revision: Revision): readonly ServerPart[] {
    return this.features.filter((feature) => worksIn(revision, feature));
  }

  #isServed(row: MethodRow, revision: Revision): boolean {
    return hasMethod(revision, row) && (row.capability === undefined || this.#provided.has(row.capability));
  }
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

// A failing reporter must not fail the call.
function observeSafely(observe: Observe, report: (report: Report) => void): Observe {
  return (event) => {
    try {
      observe(event);
    } catch (error) {
      report({ level: 'error', message: 'observing an event failed', error });
    }
  };
}

function reportSafely(report: Report, parts: EngineParts): void {
  try {
    parts.report(report);
  } catch (error) {
    console.error(`${report.message} (${report.id ?? 'no id'}); reporting it failed: ${String(error)}`);
  }
}
