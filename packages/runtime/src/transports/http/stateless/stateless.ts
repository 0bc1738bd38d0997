// Stateless requests: each is its own conversation (2026-07-28, and earlier clients without sessions).
import type { Conversation, OpenOptions } from '../../../conversation/conversation.ts';
import { isObject, type JsonObject } from '../../../jsonrpc/json.ts';
import type { CallRequest } from '../../../jsonrpc/call.ts';
import type { Admission } from '../../../limits/admission.ts';
import { invalidRequest } from '../../../protocol/errors.ts';
import { META, missingEnvelope, readEnvelope, type Envelope } from '../../../protocol/meta.ts';
import { acceptWhenReady, type Body } from '../body.ts';
import type { Exchange } from '../edge/exchange.ts';
import { clientOf, isKnown } from '../entry/client-limits.ts';
import { corsHeaders } from '../entry/guard.ts';
import { HttpRefusal } from '../entry/refusal.ts';
import { accepts } from '../media-type.ts';
import type { HttpSettings } from '../settings.ts';
import { checkHeaders, type ParamHeaders } from './headers.ts';
import { PostChannel } from './post.ts';

const MAX_ADMISSIONS = 10_000;
const NO_HEADERS: ParamHeaders = [];

/** How one body is served. */
export interface Opening extends Pick<OpenOptions, 'envelope'> {
  /** Tells the conversation that its client is of an earlier revision; undefined when it is not. */
  readonly begin?: (conversation: Conversation) => void;
}

/** Handles stateless requests. */
export class StatelessRequests {
  readonly #settings: HttpSettings;
  /** The slots for calls of each client: as many as one connection has elsewhere. */
  readonly #admissions = new Map<string, Admission>();
  /** Those of all clients whose address the host does not tell. */
  #unknown: Admission | undefined;
  readonly #running = new Set<Conversation>();
  #isClosing = false;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
  }

  /**
   * Accepts one request or notification with its envelope (from 2026-07-28). Throws if it is refused.
   */
  accept(body: Body, exchange: Exchange): void | Promise<void> {
    const [message] = body.messages;
    if (body.isBatch || message === undefined) throw invalidRequest('stateless requests cannot be batched');
    if (message.kind === 'invalid') throw new HttpRefusal(400, message.error, message.id);
    if (message.kind === 'notification') return exchange.respond(202, corsHeaders(exchange));
    if (message.kind !== 'request')
      throw invalidRequest('a server without sessions asks nothing, so it takes no responses');
    const envelope = this.#readEnvelope(message, exchange);
    checkStream(message, exchange);
    return this.serve(body, exchange, { envelope });
  }

  /** Answers a body. Other requests of the same client share the slots. */
  serve(body: Body, exchange: Exchange, opening: Opening): void | Promise<void> {
    const admission = this.#admissionOf(exchange);
    return acceptWhenReady(body, admission, () => {
      if (this.#isClosing) throw new HttpRefusal(503, 'the server is shutting down');
      this.#run(body, exchange, admission, opening);
    });
  }

  /** Answers what was accepted, for at most `drainMs`. */
  async close(drainMs: number): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#running].map((conversation) => conversation.peer.drain(drainMs)));
  }

  #run(body: Body, exchange: Exchange, admission: Admission, { envelope, begin }: Opening): void {
    const { server, keepAliveMs } = this.#settings;
    const end = (reason: string): void => {
      conversation.peer.close(reason);
      this.#running.delete(conversation);
    };
    const channel = new PostChannel(exchange, {
      keepAliveMs,
      showsFaults: begin === undefined,
      ended: () => end('The request is answered'),
      // Only a listen stream ends with its answer. The client repeats everything else with a new token.
      expired: () => void conversation.peer.drain(0),
    });
    const conversation = server.transport.open(channel, { admission, envelope });
    begin?.(conversation);
    this.#running.add(conversation);
    exchange.onAbort(() => end('The client closed the stream'));
    conversation.peer.accept(body, channel);
  }

  #admissionOf(exchange: Exchange): Admission {
    const { server } = this.#settings;
    // Unidentified clients are many: one of them must not take the slots of all others.
    if (!isKnown(exchange))
      return (this.#unknown ??= server.transport.createAdmission({
        inFlight: server.transport.limits.total,
      }));
    const client = clientOf(exchange);
    const known = this.#admissions.get(client);
    if (known !== undefined) return known;
    // Without calls it is the same as a new one.
    if (this.#admissions.size >= MAX_ADMISSIONS)
      for (const [name, { isIdle }] of this.#admissions) if (isIdle) this.#admissions.delete(name);
    const admission = server.transport.createAdmission();
    this.#admissions.set(client, admission);
    return admission;
  }

  #readEnvelope({ id, method, params = {} }: CallRequest, exchange: Exchange): Envelope {
    try {
      this.#compareHeaders(method, params, exchange);
      const envelope = readEnvelope(params);
      if (envelope === undefined) throw missingEnvelope();
      return envelope;
    } catch (error) {
      throw new HttpRefusal(400, error, id);
    }
  }

  // A header that differs from the body takes precedence over an unsupported version.
  #compareHeaders(method: string, params: JsonObject, exchange: Exchange): void {
    const meta = isObject(params['_meta']) ? params['_meta'] : {};
    const version = meta[META.protocolVersion];
    if (typeof version !== 'string' || !isObject(meta[META.clientCapabilities])) return;
    const { server } = this.#settings;
    const paramHeaders = method === 'tools/call' ? server.transport.paramHeaders(params['name']) : NO_HEADERS;
    const name = params[server.transport.namedMember(method) ?? ''];
    checkHeaders(exchange, { method, params, version, name, paramHeaders });
  }
}

/** @throws {HttpRefusal} 406 when the answer is a stream of events, and the client takes none. */
function checkStream({ id, method }: CallRequest, exchange: Exchange): void {
  if (method !== 'subscriptions/listen' || accepts(exchange.header('accept'), 'text/event-stream')) return;
  throw new HttpRefusal(406, 'the client must accept text/event-stream', id);
}
