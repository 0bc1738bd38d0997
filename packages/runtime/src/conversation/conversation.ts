// Conversation: one client's connection. Decides for each message which era and revision it belongs to.
import type { ClientSession } from '../define/context.ts';
import type { Channel } from '../jsonrpc/channel.ts';
import type { JsonObject, JsonText } from '../jsonrpc/json.ts';
import { isRequestId, writeNotification, type RequestId } from '../jsonrpc/message.ts';
import type { OutgoingOptions } from '../jsonrpc/outbox.ts';
import type { Call } from '../jsonrpc/call.ts';
import { Peer, type PeerHandler } from '../jsonrpc/peer.ts';
import type { Admission } from '../limits/admission.ts';
import { invalidRequest, methodNotFound, overloaded } from '../protocol/errors.ts';
import { checkProgressToken, missingEnvelope, readEnvelope, type Envelope } from '../protocol/meta.ts';
import { isStatelessOnly } from '../protocol/methods.ts';
import { BATCH_REVISION, LATEST_LEGACY_REVISION, type Revision } from '../protocol/revisions.ts';
import type { Wire } from '../protocol/wire/shapes.ts';
import { checkAllowed, dispatch, type Route } from './dispatch.ts';
import type { Engine } from './engine.ts';
import type { ExtensionRequest } from './extension-request.ts';
import type { Host, Report, ServerDescription } from './host.ts';
import { callInside } from './inner-call.ts';
import { Observer } from './observer.ts';
import type { RequestClient } from './request-client.ts';
import { ServerRequest, toServerRequest } from './request.ts';
import { Session } from './session.ts';

let opened = 0;

/** What a transport knows of a conversation when it opens it. */
export interface OpenOptions {
  /** The slots for its calls. Default: its own. */
  readonly admission?: Admission | undefined;
  /** The id of its session, where the transport has one (`Mcp-Session-Id`). */
  readonly sessionId?: string | undefined;
  /** The envelope of the one stateless request that it is opened for, which the transport has read already. */
  readonly envelope?: Envelope | undefined;
}

/** One connection to a server. Made by `McpServer.open`; fed by a transport. */
export class Conversation implements Host, PeerHandler {
  /** Different from that of every other conversation in this process. */
  readonly id = `connection ${++opened}`;
  readonly #engine: Engine;
  /** Where messages go that belong to no request. */
  readonly channel: Channel;
  readonly peer: Peer;
  readonly #admission: Admission;
  readonly watcher: Observer | undefined;
  readonly #envelope: Envelope | undefined;
  readonly #sessionId: string | undefined;
  #session: Session | undefined;
  #closed = false;

  constructor(engine: Engine, channel: Channel, options: OpenOptions = {}) {
    this.#engine = engine;
    this.channel = channel;
    this.#sessionId = options.sessionId;
    this.#envelope = options.envelope;
    this.#admission = options.admission ?? engine.createAdmission();
    const { observe } = engine;
    this.watcher = observe && new Observer(observe, this.id, () => this.session);
    this.peer = new Peer(this, this.#admission);
    this.#call(engine.features, (feature) => feature.opened?.(this));
  }

  /**
   * Answers one request. A request with an envelope is stateless, whatever came before it on this connection. What is
   * refused anyway is refused at once; a call of an author's code waits for a slot first.
   *
   * @throws {RpcError} when the envelope is malformed, the method does not exist or is not allowed yet, the caller
   *   lacks a scope, or too many requests wait.
   */
  request(call: Call): Promise<JsonText> {
    const client = this.#statelessClient(call) ?? this.#sessionClient(call);
    const route = this.#engine.route(client.revision, call.method);
    const { row } = route;
    const wire = this.wire(client.revision);
    const request = new ServerRequest(call, { row, wire, host: this, parts: this.#engine.parts, client });
    checkProgressToken(call.params);
    checkAllowed(request, route);
    if (row.admitted === true) return this.#dispatchInTurn(request, route);
    call.begin();
    return dispatch(request, route);
  }

  async #dispatchInTurn(request: ServerRequest, route: Route): Promise<JsonText> {
    const { call } = request;
    const entered = this.#admission.enter(call);
    if (entered === false) throw request.wire.error(overloaded());
    // A forgotten call was cancelled, so nobody receives this.
    if (entered !== true && !(await entered)) throw cancelled();
    call.onEnd(this.#admission.leave);
    // A cancellation may arrive after the slot is taken.
    if (call.settled) throw cancelled();
    call.begin();
    return dispatch(request, route);
  }

  notification(method: string, params: JsonObject | undefined): void {
    this.#call(this.#engine.notificationHandlers(method), (handle) => handle(this, params ?? {}));
  }

  /** Made on first use: stateless requests have nothing to do with it. */
  get session(): Session {
    return (this.#session ??= new Session(this.#sessionId, this.#log));
  }

  readonly #log: ClientSession['log'] = (level, data, logger) => {
    const { logRank } = this.session;
    const notify = this.notify.bind(this);
    this.#engine.parts.log({ host: this, logRank, notify }, level, data, logger);
  };

  get server(): ServerDescription {
    return this.#engine;
  }

  report(report: Report): void {
    this.#engine.report(report);
  }

  wire(revision: Revision): Wire {
    return this.#engine.wire(revision);
  }

  ask(method: string, params: JsonObject | undefined, options: OutgoingOptions): Promise<JsonObject> {
    return this.peer.request(method, params, options);
  }

  resultFailed(call: Call): void {
    this.watcher?.failed(call);
  }

  /** Sends a notification that belongs to no request. */
  notify(method: string, params: JsonObject | undefined): void {
    if (this.#closed) return;
    this.channel.send(writeNotification(method, params));
  }

  callInside(request: ExtensionRequest, method: string, params: JsonObject): Promise<JsonObject> {
    const outer = toServerRequest(request);
    return callInside(outer, () => this.#engine.route(outer.revision, method), method, params);
  }

  batchProblem(): string | undefined {
    if (this.session.revision === BATCH_REVISION) return undefined;
    return `batches exist only in sessions of protocol revision ${BATCH_REVISION}`;
  }

  abandoned(id: RequestId, reason: string, channel: Channel): void {
    channel.send(writeNotification('notifications/cancelled', { requestId: id, reason }));
  }

  /** Cancels a request of the client (basic/utilities/cancellation). Whatever is not the id of one is ignored. */
  cancel(id: unknown, reason: unknown): void {
    if (!isRequestId(id) || this.peer.call(id)?.method === 'initialize') return;
    const why = typeof reason === 'string' ? reason : 'the client gave no reason';
    this.report({ level: 'debug', message: `request ${JSON.stringify(id)} was cancelled: ${why}` });
    this.peer.cancel(id, why);
  }

  draining(): void {
    this.#call(this.#engine.features, (feature) => feature.draining?.(this));
  }

  closed(): void {
    this.#closed = true;
    this.#session?.end((error) =>
      this.report({ level: 'error', message: 'the end of a session failed', error }),
    );
    this.watcher?.end();
    this.#call(this.#engine.features, (feature) => feature.closed?.(this));
  }

  // What one extension gets wrong here has no request that would fail: the others hear of it all the same.
  #call<T>(listeners: readonly T[], call: (listener: T) => void): void {
    for (const listener of listeners)
      try {
        call(listener);
      } catch (error) {
        this.report({ level: 'error', message: 'an extension failed', error });
      }
  }

  #statelessClient(call: Call): RequestClient | undefined {
    const envelope = this.#envelope ?? readEnvelope(call.params);
    if (envelope === undefined) return undefined;
    if (call.batch !== undefined) throw invalidRequest('stateless requests cannot be batched');
    const { revision, clientInfo: info, capabilities, logRank } = envelope;
    return { revision, session: undefined, info, capabilities, logRank };
  }

  #sessionClient(call: Call): RequestClient {
    const { session } = this;
    this.#checkState(call.method);
    const { clientInfo: info, capabilities, logRank } = session;
    return { revision: session.revision ?? LATEST_LEGACY_REVISION, session, info, capabilities, logRank };
  }

  // basic/lifecycle: only initialize and ping come before the handshake is done.
  #checkState(method: string): void {
    const isNew = this.session.state === 'new';
    if (method === 'ping') return;
    if (method === 'initialize') {
      if (isNew) return;
      throw invalidRequest('this session is initialized already');
    }
    if (!isNew) return;
    const row = this.#engine.row(method);
    if (row === undefined) throw methodNotFound(method, 'MCP has no such request');
    if (isStatelessOnly(row)) throw missingEnvelope();
    throw invalidRequest(
      `${method} came before initialize; send initialize first, or a stateless request with its _meta`,
    );
  }
}

function cancelled(): Error {
  return invalidRequest('the request was cancelled');
}
