// Extension: what an extension of the protocol adds to a server (basic, "Extensions", 2026-07-28). It has the same
// structure as the features of the specification.
import type { ExtensionRequest } from '../conversation/extension-request.ts';
import type { Feature } from '../conversation/feature.ts';
import type { Report } from '../conversation/host.ts';
import { toServerRequest } from '../conversation/request.ts';
import type { Context } from '../define/context.ts';
import type { Tool } from '../define/tool.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import type { Revision } from '../protocol/revisions.ts';

/** What an extension may know of the server that it is part of, as it is defined now. */
export interface ExtensionServer {
  /** Returns the tool with this name, or undefined if it does not exist or is not available to the caller. */
  tool(name: unknown, ctx: Context): Tool | undefined;
  /**
   * Calls a method on behalf of a request, and resolves with its result in the client's revision. The call
   * passes the same checks as a call of the client: scopes, runners, middleware. The calls of one request run one after
   * another, and ask the client as the request does. Rejects with `RpcError` if the client would get an error. The
   * method of `request` must be `admitted`.
   */
  call(request: ExtensionRequest, method: string, params: JsonObject): Promise<JsonObject>;
  /** Gives the operator a report. Never throws. */
  report(report: Report): void;
}

/** What changes with the definition of a server. */
type DefinedServer = Pick<ExtensionServer, 'tool' | 'report'>;

/** One extension of the protocol. */
export interface Extension {
  /** A prefix and a name, like `io.modelcontextprotocol/ui`. */
  readonly id: string;
  /**
   * Its entry in the server's capabilities, from 2025-11-25; null for none. Default: `{}`. The extensions of a
   * client are in `ctx.client.capabilities.extensions`.
   */
  readonly settings?: JsonObject | null;
  /** The first revision that it works in: others see nothing of it. Default: all that know extensions. */
  readonly since?: Revision;
  /** Methods, capabilities and all else that it adds. Called once for each server. Default: it is only declared. */
  features?(server: ExtensionServer): readonly Feature[];
}

/** The features of the extensions of one server. They are made once, also for a server that is redefined. */
export class ExtensionFeatures {
  readonly #made = new Map<Extension, readonly Feature[]>();
  #current: DefinedServer | undefined;
  readonly #server: ExtensionServer = {
    tool: (name, ctx) => this.#current?.tool(name, ctx),
    call: (request, method, params) => toServerRequest(request).host.callInside(request, method, params),
    report: (report) => this.#current?.report(report),
  };

  /** Returns the features of an extension. From now on extensions see `current`. */
  of(extension: Extension, current: DefinedServer): readonly Feature[] {
    this.#current = current;
    const made = this.#made.get(extension) ?? extension.features?.(this.#server) ?? [];
    this.#made.set(extension, made);
    return made;
  }
}
