// Requests that stand alone: each is a conversation of its own (2026-07-28, and earlier clients without sessions).
import type { Conversation, OpenOptions } from '../../../conversation/conversation.ts';
import type { Channel } from '../../../jsonrpc/channel.ts';
import { isObject, type JsonObject } from '../../../jsonrpc/json.ts';
import { readMessage, readMessages } from '../../../jsonrpc/message.ts';
import type { Admission, AdmissionLimits } from '../../../limits/admission.ts';
import { invalidRequest } from '../../../protocol/errors.ts';
import { META, missingEnvelope, readEnvelope } from '../../../protocol/meta.ts';
import type { LegacyRevision } from '../../../protocol/revisions.ts';
import type { Exchange } from '../edge/exchange.ts';
import { corsHeaders } from '../entry/guard.ts';
import { HttpRefusal } from '../entry/refusal.ts';
import { takeWhenReady } from '../pressure.ts';
import { Admissions } from './admissions.ts';
import { checkHeaders, type ParamHeaders } from './headers.ts';
import { PostChannel } from './post.ts';

/** The server behind an endpoint. */
export interface Served {
  /** Opens a conversation. */
  open(channel: Channel, options?: OpenOptions): Conversation;
  /** The limits of each client. */
  readonly limits: AdmissionLimits;
  /** The arguments of a tool that headers repeat. */
  paramHeaders(tool: unknown): ParamHeaders;
  /** The scopes that a caller needs for a request. */
  requiredScopes(method: string, params: JsonObject): readonly string[];
}

/** An earlier client without a session. */
interface Legacy {
  /** Undefined for the handshake, which finds it out. */
  readonly revision: LegacyRevision | undefined;
}

/** How one body is served. */
interface Place {
  readonly admission: Admission;
  readonly legacy: Legacy | undefined;
}

const NO_HEADERS: ParamHeaders = [];

/** The requests that stand alone. */
export class StatelessRequests {
  readonly #served: Served;
  readonly #keepAliveMs: number;
  readonly #admissions: Admissions;
  readonly #running = new Set<Conversation>();
  #isClosing = false;

  constructor(served: Served, keepAliveMs: number) {
    this.#served = served;
    this.#keepAliveMs = keepAliveMs;
    this.#admissions = new Admissions(served.limits);
  }

  /** Takes one request or notification, which says everything about itself (from 2026-07-28). Throws what is refused. */
  accept(value: unknown, exchange: Exchange): void | Promise<void> {
    if (Array.isArray(value)) throw invalidRequest('stateless requests cannot be batched');
    const message = readMessage(value);
    if (message.kind === 'invalid') throw new HttpRefusal(400, message.error, message.id);
    if (message.kind === 'notification') return exchange.respond(202, corsHeaders(exchange));
    if (message.kind !== 'request')
      throw invalidRequest('a server without sessions asks nothing, so it takes no responses');
    try {
      this.#check(message.method, message.params ?? {}, exchange);
    } catch (error) {
      throw new HttpRefusal(400, error, message.id);
    }
    return this.#serve(value, exchange);
  }

  /** Answers a body of an earlier client without a session, of this revision unless the body is `initialize`. */
  acceptLegacy(
    value: unknown,
    exchange: Exchange,
    revision: LegacyRevision | undefined,
  ): void | Promise<void> {
    return this.#serve(value, exchange, { revision });
  }

  // Other requests of the same client have the same places.
  #serve(value: unknown, exchange: Exchange, legacy?: Legacy): void | Promise<void> {
    const admission = this.#admissions.of(exchange);
    return takeWhenReady(value, admission, () => {
      if (this.#isClosing) throw new HttpRefusal(503, 'the server is shutting down');
      this.#run(value, exchange, { admission, legacy });
    });
  }

  #run(value: unknown, exchange: Exchange, { admission, legacy }: Place): void {
    const channel = new PostChannel(exchange, corsHeaders(exchange), {
      keepAliveMs: this.#keepAliveMs,
      isLegacy: legacy !== undefined,
      ended: () => this.#running.delete(conversation),
      // A listen stream ends with its answer, everything else without: the client repeats it with a new token.
      expired: () => void conversation.peer.drain(0),
    });
    const conversation = this.#served.open(channel, { admission });
    if (legacy !== undefined) conversation.session.standAlone(legacy.revision);
    this.#running.add(conversation);
    exchange.onAbort(() => {
      conversation.peer.close('The client closed the stream');
      this.#running.delete(conversation);
    });
    conversation.peer.accept(readMessages(value), channel);
  }

  /** Answers what was accepted, for at most `drainMs`. */
  async close(drainMs: number): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#running].map((conversation) => conversation.peer.drain(drainMs)));
  }

  #check(method: string, params: JsonObject, exchange: Exchange): void {
    const meta = isObject(params['_meta']) ? params['_meta'] : {};
    const version = meta[META.protocolVersion];
    // A header that differs from the body counts before a version that is not served.
    if (typeof version === 'string' && isObject(meta[META.clientCapabilities])) {
      const paramHeaders = method === 'tools/call' ? this.#served.paramHeaders(params['name']) : NO_HEADERS;
      checkHeaders(exchange, { method, params, version, paramHeaders });
    }
    if (readEnvelope(params) === undefined) throw missingEnvelope();
  }
}
