// The endpoint: decides what an HTTP request is, and gives it to a session or answers it without one.
import type { Conversation } from '../../core/conversation.ts';
import type { Channel } from '../../jsonrpc/channel.ts';
import { RpcError, toErrorObject } from '../../jsonrpc/error.ts';
import { isObject, parseJson, readMessage, writeError, type JsonObject } from '../../jsonrpc/message.ts';
import { invalidRequest } from '../../protocol/errors.ts';
import { hasEnvelope, META, missingEnvelope, readEnvelope } from '../../protocol/meta.ts';
import { BATCH_REVISION, isLegacy, isModern, type LegacyRevision } from '../../protocol/revisions.ts';
import { hasToken } from './bearer.ts';
import type { Exchange } from './exchange.ts';
import { corsHeaders, PREFLIGHT, refusal, type GuardSettings } from './guard.ts';
import { accepts, checkHeaders, mediaType, type ParamHeaders } from './headers.ts';
import { JSON_TYPE, PostChannel } from './post.ts';
import { Sessions, type HttpSession, type SessionSettings } from './sessions.ts';

/** The server behind an endpoint. */
export interface Served {
  open(channel: Channel): Conversation;
  /** The arguments of a tool that headers repeat. */
  paramHeaders(tool: unknown): ParamHeaders;
}

/** How an endpoint behaves. */
export interface HandlerSettings extends Omit<SessionSettings, 'corsHeaders'> {
  readonly path: string;
  readonly guard: GuardSettings;
  readonly maxBodyBytes: number;
  /** False answers clients of earlier revisions without sessions, one request at a time. */
  readonly hasSessions: boolean;
  /** The token that every request must bring; undefined for none. */
  readonly token: string | undefined;
}

/** One endpoint for all revisions. */
export class HttpHandler {
  readonly #served: Served;
  readonly #settings: HandlerSettings;
  readonly #sessions: Sessions;
  readonly #stateless = new Set<Conversation>();
  #isClosing = false;

  constructor(served: Served, settings: HandlerSettings) {
    this.#served = served;
    this.#settings = settings;
    this.#sessions = new Sessions((channel) => served.open(channel), { ...settings, corsHeaders });
  }

  /** Answers one HTTP request. Never throws. */
  async handle(exchange: Exchange): Promise<void> {
    const problem = refusal(exchange, this.#settings.guard);
    // Without CORS headers: a page that was not let in may not even read why.
    if (problem !== undefined)
      return exchange.respond(403, JSON_TYPE, writeError(undefined, invalidRequest(problem).toObject()));
    try {
      await this.#route(exchange);
    } catch (error) {
      this.#refuse(exchange, toRefusal(error));
    }
  }

  #refuse(exchange: Exchange, refused: HttpRefusal): void {
    const headers = { ...JSON_TYPE, ...corsHeaders(exchange), ...refused.headers };
    exchange.respond(refused.status, headers, writeError(refused.id, refused.toObject()));
  }

  /** Answers what was accepted, for at most `drainMs`. New requests are refused. */
  async close(drainMs: number): Promise<void> {
    this.#isClosing = true;
    const draining = [...this.#stateless].map((conversation) => conversation.peer.drain(drainMs));
    await Promise.all([...draining, this.#sessions.close(drainMs)]);
  }

  async #route(exchange: Exchange): Promise<void> {
    if (exchange.path === '/healthz') return exchange.respond(200, { 'content-type': 'text/plain' }, 'ok\n');
    const { token } = this.#settings;
    if (token !== undefined && exchange.method !== 'OPTIONS' && !hasToken(exchange, token))
      throw unauthorized();
    if (exchange.path !== this.#settings.path)
      throw new HttpRefusal(404, `there is nothing here; the endpoint is ${this.#settings.path}`);
    if (this.#isClosing) throw new HttpRefusal(503, 'the server is shutting down');
    switch (exchange.method) {
      case 'POST':
        return this.#post(exchange);
      case 'GET':
        return this.#get(exchange);
      case 'DELETE':
        return this.#delete(exchange);
      case 'OPTIONS':
        return exchange.respond(204, { ...PREFLIGHT, ...corsHeaders(exchange) });
      default:
        throw notAllowed(exchange.method);
    }
  }

  async #post(exchange: Exchange): Promise<void> {
    if (mediaType(exchange.header('content-type')) !== 'application/json') {
      throw new HttpRefusal(415, 'the Content-Type must be application/json');
    }
    const text = await exchange.body(this.#settings.maxBodyBytes);
    if (text === undefined)
      throw new HttpRefusal(413, `the body is longer than ${this.#settings.maxBodyBytes} bytes`);
    const value = parseJson(text);
    const isStateless =
      isModern(exchange.header('mcp-protocol-version')) || (isObject(value) && hasEnvelope(paramsOf(value)));
    if (isStateless) this.#acceptStateless(value, exchange);
    else this.#acceptSession(value, exchange);
  }

  // 2026-07-28: one request or notification, which says everything about itself.
  #acceptStateless(value: unknown, exchange: Exchange): void {
    if (Array.isArray(value)) throw invalidRequest('stateless requests cannot be batched');
    const message = readMessage(value);
    if (message.kind === 'invalid') throw new HttpRefusal(400, message.error, message.id);
    if (message.kind === 'notification') return exchange.respond(202, corsHeaders(exchange));
    if (message.kind !== 'request')
      throw invalidRequest('a server without sessions asks nothing, so it takes no responses');
    try {
      this.#checkStateless(message.method, message.params ?? {}, exchange);
    } catch (error) {
      throw new HttpRefusal(400, error, message.id);
    }
    this.#serveStateless(value, exchange);
  }

  #checkStateless(method: string, params: JsonObject, exchange: Exchange): void {
    const meta = isObject(params['_meta']) ? params['_meta'] : {};
    const version = meta[META.protocolVersion];
    // A header that differs from the body counts before a version that is not served.
    if (typeof version === 'string' && isObject(meta[META.clientCapabilities])) {
      const paramHeaders = method === 'tools/call' ? this.#served.paramHeaders(params['name']) : NO_HEADERS;
      checkHeaders(exchange, { method, params, version, paramHeaders });
    }
    if (readEnvelope(params) === undefined) throw missingEnvelope();
  }

  #serveStateless(value: unknown, exchange: Exchange, revision?: LegacyRevision): void {
    const channel = new PostChannel(exchange, corsHeaders(exchange), this.#settings.keepAliveMs, () => {
      this.#stateless.delete(conversation);
    });
    const conversation = this.#served.open(channel);
    if (revision !== undefined) Object.assign(conversation.session, { revision, state: 'ready' });
    this.#stateless.add(conversation);
    exchange.onAbort(() => {
      conversation.peer.close('The client closed the stream');
      this.#stateless.delete(conversation);
    });
    conversation.peer.accept(value, channel);
  }

  #acceptSession(value: unknown, exchange: Exchange): void {
    if (
      !accepts(exchange.header('accept'), 'application/json') &&
      !accepts(exchange.header('accept'), 'text/event-stream')
    ) {
      throw new HttpRefusal(406, 'the client must accept application/json or text/event-stream');
    }
    if (!this.#settings.hasSessions) return this.#acceptAlone(value, exchange);
    if (isInitialize(value)) return this.#initialize(value, exchange);
    const session = this.#session(exchange);
    if (hasRequest(value) || (Array.isArray(value) && !session.conversation.acceptsBatches()))
      return session.accept(value, exchange);
    session.conversation.peer.accept(value, session.stream);
    exchange.respond(202, corsHeaders(exchange));
  }

  // Without sessions nothing is known of the client but the revision that its header names.
  #acceptAlone(value: unknown, exchange: Exchange): void {
    const version = exchange.header('mcp-protocol-version') ?? BATCH_REVISION;
    if (!isInitialize(value) && !isLegacy(version)) throw unknownVersion();
    if (!hasRequest(value)) return exchange.respond(202, corsHeaders(exchange));
    this.#serveStateless(value, exchange, isInitialize(value) || !isLegacy(version) ? undefined : version);
  }

  #initialize(value: unknown, exchange: Exchange): void {
    const id = exchange.header('mcp-session-id');
    if (id !== undefined && this.#sessions.get(id) === undefined) throw noSession();
    if (id !== undefined) throw invalidRequest('this session is initialized already');
    const session = this.#sessions.create();
    if (session === undefined) throw new HttpRefusal(503, 'there are too many sessions; try again later');
    session.accept(value, exchange);
    if (session.conversation.session.state === 'new')
      this.#sessions.end(session, 'The session was not initialized');
  }

  #get(exchange: Exchange): void {
    if (!this.#settings.hasSessions || isModern(exchange.header('mcp-protocol-version')))
      throw notAllowed('GET');
    if (!accepts(exchange.header('accept'), 'text/event-stream'))
      throw new HttpRefusal(406, 'the client must accept text/event-stream');
    const session = this.#session(exchange);
    const lastEventId = exchange.header('last-event-id');
    if (lastEventId === undefined) return session.stream.connect(exchange, undefined);
    if (!session.resume(lastEventId, exchange))
      throw invalidRequest('Last-Event-ID is not one of this session, or it is too old');
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
    const session = this.#sessions.get(id);
    if (session === undefined) throw noSession();
    const version = exchange.header('mcp-protocol-version')?.trim();
    const { revision } = session.conversation.session;
    if (version !== undefined && !isLegacy(version)) throw unknownVersion();
    if (version !== undefined && version !== revision) {
      throw invalidRequest(
        `the header MCP-Protocol-Version says ${version}, the session was initialized with ${revision}`,
      );
    }
    return session;
  }
}

const NO_HEADERS: ParamHeaders = [];

/** A request that is refused with an HTTP status. */
class HttpRefusal extends RpcError {
  readonly status: number;
  readonly id: string | number | undefined;
  readonly headers: { readonly [name: string]: string };

  constructor(
    status: number,
    reason: unknown,
    id?: string | number,
    headers: { readonly [name: string]: string } = {},
  ) {
    const { code, message, data } =
      typeof reason === 'string' ? invalidRequest(reason) : toErrorObject(reason);
    super(code, message, data);
    this.status = status;
    this.id = id;
    this.headers = headers;
  }
}

// Protocol errors are the client's; anything else is a bug of ours.
function toRefusal(error: unknown): HttpRefusal {
  if (error instanceof HttpRefusal) return error;
  return new HttpRefusal(error instanceof RpcError ? 400 : 500, error);
}

function unauthorized(): HttpRefusal {
  const headers = { 'www-authenticate': 'Bearer' };
  return new HttpRefusal(
    401,
    'the header Authorization must be "Bearer" and the token of this server',
    undefined,
    headers,
  );
}

function isInitialize(value: unknown): boolean {
  return isObject(value) && value['method'] === 'initialize';
}

function unknownVersion(): RpcError {
  return invalidRequest('the header MCP-Protocol-Version names no revision that is served');
}

function noSession(): HttpRefusal {
  return new HttpRefusal(404, 'there is no such session; send initialize again, without the id');
}

function notAllowed(method: string): HttpRefusal {
  return new HttpRefusal(405, `the method ${method} is not served here`, undefined, {
    allow: 'POST, GET, DELETE, OPTIONS',
  });
}

function paramsOf(value: JsonObject): JsonObject | undefined {
  const { params } = value;
  return isObject(params) ? params : undefined;
}

function hasRequest(value: unknown): boolean {
  const messages: unknown[] = Array.isArray(value) ? value : [value];
  // What is neither a notification nor a response gets an answer, if only an error.
  return (
    messages.length === 0 ||
    messages.some((message) => ['request', 'invalid'].includes(readMessage(message).kind))
  );
}
