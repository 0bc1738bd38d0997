// The MCP endpoint: decides for each request whether it stands alone or belongs to a session, and answers it.
import { readMessages } from '../../jsonrpc/message.ts';
import type { RpcError } from '../../jsonrpc/error.ts';
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { invalidRequest } from '../../protocol/errors.ts';
import { hasEnvelope } from '../../protocol/meta.ts';
import { can, BATCH_REVISION, isLegacy, isModern, LEGACY_REVISIONS } from '../../protocol/revisions.ts';
import { readJson, hasRequest, isInitialize } from './body.ts';
import type { Exchange } from './edge/exchange.ts';
import { corsHeaders } from './entry/guard.ts';
import type { Route } from './entry/handler.ts';
import { HttpRefusal, notAllowed } from './entry/refusal.ts';
import { checkScopes, type RequiredScopes } from './entry/scopes.ts';
import type { HttpSession } from './sessions/http-session.ts';
import { Sessions, type SessionSettings } from './sessions/sessions.ts';
import { accepts } from './stateless/headers.ts';
import { StatelessRequests, type Served } from './stateless/stateless.ts';

/** How an endpoint behaves. */
export interface EndpointSettings extends Omit<SessionSettings, 'corsHeaders'> {
  readonly maxBodyBytes: number;
  /** False answers clients of earlier revisions without sessions, one request at a time. */
  readonly hasSessions: boolean;
  /** Checks that the client may open one more session. Throws a refusal when it opens too many. */
  readonly checkSession: (exchange: Exchange) => void;
}

/** One endpoint for all revisions (basic/transports/streamable-http). */
export class McpEndpoint implements Route {
  readonly #settings: EndpointSettings;
  readonly #sessions: Sessions;
  readonly #stateless: StatelessRequests;
  readonly #requiredScopes: RequiredScopes;

  constructor(served: Served, settings: EndpointSettings) {
    this.#settings = settings;
    this.#requiredScopes = (method, params) => served.requiredScopes(method, params);
    this.#stateless = new StatelessRequests(served, settings.keepAliveMs);
    this.#sessions = new Sessions((channel) => served.open(channel), { ...settings, corsHeaders });
  }

  handle(exchange: Exchange): void | Promise<void> {
    switch (exchange.method) {
      case 'POST':
        return this.#post(exchange);
      case 'GET':
        return this.#get(exchange);
      case 'DELETE':
        return this.#delete(exchange);
      default:
        throw notAllowed(exchange.method);
    }
  }

  async close(drainMs: number): Promise<void> {
    await Promise.all([this.#stateless.close(drainMs), this.#sessions.close(drainMs)]);
  }

  async #post(exchange: Exchange): Promise<void> {
    const value = await readJson(exchange, this.#settings.maxBodyBytes);
    checkScopes(value, exchange, this.#requiredScopes);
    const isStateless =
      isModern(exchange.header('mcp-protocol-version')) || (isObject(value) && hasEnvelope(paramsOf(value)));
    if (isStateless) await this.#stateless.accept(value, exchange);
    else await this.#acceptSession(value, exchange);
  }

  #acceptSession(value: unknown, exchange: Exchange): void | Promise<void> {
    if (
      !accepts(exchange.header('accept'), 'application/json') &&
      !accepts(exchange.header('accept'), 'text/event-stream')
    ) {
      throw new HttpRefusal(406, 'the client must accept application/json or text/event-stream');
    }
    if (!this.#settings.hasSessions) return this.#acceptAlone(value, exchange);
    if (isInitialize(value)) return this.#initialize(value, exchange);
    return this.#give(value, this.#session(exchange), exchange);
  }

  #give(value: unknown, session: HttpSession, exchange: Exchange): void | Promise<void> {
    if (hasRequest(value) || (Array.isArray(value) && !session.conversation.acceptsBatches()))
      return session.accept(value, exchange);
    session.conversation.peer.accept(readMessages(value), session.stream);
    exchange.respond(202, corsHeaders(exchange));
  }

  // Without sessions nothing is known of the client but the revision that its header names.
  #acceptAlone(value: unknown, exchange: Exchange): void | Promise<void> {
    const version = exchange.header('mcp-protocol-version') ?? BATCH_REVISION;
    if (!isInitialize(value) && !isLegacy(version)) throw unknownVersion(version);
    if (!hasRequest(value)) return exchange.respond(202, corsHeaders(exchange));
    const revision = isInitialize(value) || !isLegacy(version) ? undefined : version;
    return this.#stateless.acceptLegacy(value, exchange, revision);
  }

  async #initialize(value: unknown, exchange: Exchange): Promise<void> {
    const id = exchange.header('mcp-session-id');
    if (id !== undefined && this.#sessions.find(id, exchange.caller) === undefined) throw noSession();
    if (id !== undefined) throw invalidRequest('this session is initialized already');
    this.#settings.checkSession(exchange);
    const session = this.#sessions.create(exchange.caller);
    if (session === undefined) throw new HttpRefusal(503, 'there are too many sessions; try again later');
    await session.accept(value, exchange);
  }

  async #get(exchange: Exchange): Promise<void> {
    if (!this.#settings.hasSessions || isModern(exchange.header('mcp-protocol-version')))
      throw notAllowed('GET');
    if (!accepts(exchange.header('accept'), 'text/event-stream'))
      throw new HttpRefusal(406, 'the client must accept text/event-stream');
    const session = this.#session(exchange);
    const lastEventId = exchange.header('last-event-id');
    if (lastEventId === undefined) return session.listen(exchange);
    if (!(await session.resume(lastEventId, exchange)))
      throw invalidRequest(
        'Last-Event-ID is not one of this session, or what came after it is not kept any more',
      );
  }

  #delete(exchange: Exchange): void {
    if (!this.#settings.hasSessions || isModern(exchange.header('mcp-protocol-version')))
      throw notAllowed('DELETE');
    this.#sessions.end(this.#session(exchange), 'The client ended the session');
    exchange.respond(200, corsHeaders(exchange));
  }

  #session(exchange: Exchange): HttpSession {
    const id = exchange.header('mcp-session-id');
    if (id === undefined) throw invalidRequest('the header Mcp-Session-Id is missing; send initialize first');
    const session = this.#sessions.find(id, exchange.caller);
    if (session === undefined) throw noSession();
    const version = exchange.header('mcp-protocol-version')?.trim();
    const { revision } = session.conversation.session;
    if (version !== undefined && !isLegacy(version)) throw unknownVersion(version);
    // A session of 2025-03-26 knows no such header.
    const isKnown = revision !== undefined && can(revision, 'versionHeader');
    if (version !== undefined && isKnown && version !== revision) {
      throw invalidRequest(
        `the header MCP-Protocol-Version says ${version}, the session was initialized with ${revision}`,
      );
    }
    return session;
  }
}

function unknownVersion(requested: string): RpcError {
  const data = { supported: [...LEGACY_REVISIONS], requested };
  return invalidRequest('the header MCP-Protocol-Version names no revision that is served', data);
}

function noSession(): HttpRefusal {
  return new HttpRefusal(404, 'there is no such session; send initialize again, without the id');
}

function paramsOf(value: JsonObject): JsonObject | undefined {
  const { params } = value;
  return isObject(params) ? params : undefined;
}
