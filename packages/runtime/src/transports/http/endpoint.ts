// The MCP endpoint: reads each request and decides whether it is stateless or belongs to a session.
import { isModern } from '../../protocol/revisions.ts';
import { readBody } from './body.ts';
import type { Exchange } from './edge/exchange.ts';
import type { Route } from './entry/handler.ts';
import { notAllowed } from './entry/refusal.ts';
import { checkScopes } from './entry/scopes.ts';
import { Sessions } from './sessions/sessions.ts';
import { StandaloneRequests } from './sessions/standalone.ts';
import type { HttpSettings } from './settings.ts';
import { StatelessRequests } from './stateless/stateless.ts';

/** One endpoint for all revisions (basic/transports/streamable-http). */
export class McpEndpoint implements Route {
  readonly #settings: HttpSettings;
  readonly #stateless: StatelessRequests;
  /** Clients of earlier revisions. */
  readonly #legacy: Sessions | StandaloneRequests;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
    this.#stateless = new StatelessRequests(settings);
    this.#legacy = settings.hasSessions ? new Sessions(settings) : new StandaloneRequests(this.#stateless);
  }

  async handle(exchange: Exchange): Promise<void> {
    const { method } = exchange;
    const isModernHeader = isModern(exchange.header('mcp-protocol-version'));
    if (method === 'POST') {
      const { server, maxBodyBytes } = this.#settings;
      const body = await readBody(exchange, maxBodyBytes);
      checkScopes(body, exchange, server);
      const requests = isModernHeader || body.hasEnvelope ? this.#stateless : this.#legacy;
      return requests.accept(body, exchange);
    }
    // From 2026-07-28 only POST exists.
    if (isModernHeader) throw notAllowed(method);
    if (method === 'GET') return this.#legacy.get(exchange);
    if (method === 'DELETE') return this.#legacy.delete(exchange);
    throw notAllowed(method);
  }

  async close(drainMs: number): Promise<void> {
    await Promise.all([this.#stateless.close(drainMs), this.#legacy.close(drainMs)]);
  }
}
