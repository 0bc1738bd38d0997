// The handler: accepts or refuses a request, and passes it to the route of its path.
import type { Caller } from '../../../jsonrpc/channel.ts';
import type { Exchange, Headers } from '../edge/exchange.ts';
import type { ClientLimiter } from './client-limits.ts';
import { corsHeaders, preflightHeaders, refusal, type GuardSettings } from './guard.ts';
import { HttpRefusal, refuse, toRefusal } from './refusal.ts';

/** What is served at one path. */
export interface Route {
  /** Whether it needs no credentials and is served while the server ends. */
  readonly isPublic?: boolean;
  /** Whether web pages of every origin may use it. Default: those that the guard admits. */
  readonly isForAllOrigins?: boolean;
  /** Answers one request. Throws what is refused. */
  handle(exchange: Exchange): void | Promise<void>;
  /** Answers what was accepted, for at most `drainMs`, and ends all streams. */
  close?(drainMs: number): Promise<void>;
}

/**
 * Finds out who sends a request; undefined where the server asks for no credentials. Throws a refusal when they are
 * not good.
 */
export type Authorize = (exchange: Exchange) => Caller | undefined | Promise<Caller | undefined>;

/** How requests are let in, and what is served. */
export interface HandlerSettings {
  readonly guard: GuardSettings;
  /** Undefined when clients need no credentials. */
  readonly authorize: Authorize | undefined;
  /** Undefined when clients may send as much as they can. */
  readonly limiter: ClientLimiter | undefined;
  readonly routes: ReadonlyMap<string, Route>;
  /** Tells the operator of a mistake that is not the client's. */
  readonly report?: (message: string, error: unknown) => void;
  /** Tells the operator of a request that was refused. */
  readonly refused?: (exchange: Exchange, refusal: HttpRefusal, durationMs: number) => void;
}

/** All that one HTTP server serves. */
export class HttpHandler {
  readonly #settings: HandlerSettings;
  #isClosing = false;

  constructor(settings: HandlerSettings) {
    this.#settings = settings;
  }

  /** Answers one HTTP request. Never throws. */
  async handle(exchange: Exchange): Promise<void> {
    const { guard, routes } = this.#settings;
    const since = performance.now();
    const route = routes.get(exchange.path);
    const problem = refusal(exchange, guard, route?.isForAllOrigins);
    // Without CORS headers: a page that was not let in may not even read why.
    if (problem !== undefined) return this.#refuse(exchange, new HttpRefusal(403, problem), since);
    try {
      await this.#route(exchange, route);
    } catch (error) {
      const refused = toRefusal(error);
      if (refused.status === 500) this.#settings.report?.('a request over HTTP failed', error);
      this.#refuse(exchange, refused, since, corsHeaders(exchange));
    }
  }

  #refuse(exchange: Exchange, refused: HttpRefusal, since: number, headers: Headers = {}): void {
    this.#settings.refused?.(exchange, refused, performance.now() - since);
    refuse(exchange, refused, headers);
  }

  /** Answers what was accepted, for at most `drainMs`. New requests are refused. */
  async close(drainMs: number): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#settings.routes.values()].map(async (route) => route.close?.(drainMs)));
  }

  async #route(exchange: Exchange, route: Route | undefined): Promise<void> {
    const { limiter, authorize } = this.#settings;
    if (exchange.method === 'OPTIONS' && route !== undefined)
      return exchange.respond(204, preflightHeaders(exchange));
    limiter?.arrive(exchange);
    if (route?.isPublic === true) return route.handle(exchange);
    // Clients look for metadata before they have credentials, and read 404 as "no metadata".
    if (route === undefined && exchange.path.startsWith('/.well-known/')) throw this.#nothingHere();
    if (authorize !== undefined) exchange.caller = await authorize(exchange);
    limiter?.enter(exchange);
    if (route === undefined) throw this.#nothingHere();
    if (this.#isClosing) throw new HttpRefusal(503, 'the server is shutting down');
    return route.handle(exchange);
  }

  #nothingHere(): HttpRefusal {
    const paths = [...this.#settings.routes].filter(([, { isPublic }]) => isPublic !== true);
    const names = paths.map(([path]) => path).join(', ');
    return new HttpRefusal(404, `there is nothing here; the endpoint is ${names}`);
  }
}
