// The HTTP side of the test client: a client that speaks Streamable HTTP to the web-standard handler, without a port.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { createFetchHandler, type FetchHandler } from '../fetch.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { isRequestId, type RequestId } from '../jsonrpc/message.ts';
import { namesRevision } from '../protocol/client.ts';
import { META } from '../protocol/meta.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { McpServer } from '../server.ts';
import { toBase64 } from '../text/base64.ts';

/** How a test client speaks HTTP. */
export interface HttpWireOptions {
  /** Sent with messages that have neither a session nor an envelope. */
  readonly revision: Revision;
  /** Requests are stateless, and closing a response cancels its request. */
  readonly cancelsByClosing: boolean;
  /** False serves earlier revisions without sessions. */
  readonly sessions: boolean;
}

/** Gets what comes over the wire. */
export interface WireReceiver {
  /** One message or batch, as JSON text. */
  readonly message: (text: string) => void;
  /** The HTTP answer to these requests was an error that does not name them. */
  readonly refused: (ids: readonly RequestId[], error: unknown) => void;
}

interface Headers {
  [name: string]: string;
}

interface Sending {
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Where the events of one response stand. */
interface Position {
  lastEventId: string | undefined;
  retryMs: number;
}

/** One client over HTTP. Messages reach the server in the order in which they are sent. */
export class HttpWire {
  readonly #server: McpServer;
  readonly #handler: FetchHandler;
  readonly #options: HttpWireOptions;
  readonly #receiver: WireReceiver;
  /** What ends the requests in flight, by their JSON-RPC id. */
  readonly #running = new Map<RequestId, AbortController>();
  readonly #responses = new Set<Promise<void>>();
  #queue: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;
  #session: string | undefined;
  #version: string | undefined;

  /** Serves `server` and connects to it (basic/transports/streamable-http). */
  constructor(server: McpServer, options: HttpWireOptions, receiver: WireReceiver) {
    this.#server = server;
    this.#handler = createFetchHandler(server, 'localhost', { sessions: options.sessions });
    this.#options = options;
    this.#receiver = receiver;
  }

  /** Posts one message or batch. */
  send(text: string): void {
    if (this.#closing === undefined) this.#queue = this.#queue.then(() => this.#post(text));
  }

  /** Ends the session when nothing runs in it, and stops serving when everything is answered. */
  close(): Promise<void> {
    this.#closing ??= this.#queue.then(() => this.#close());
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (this.#session !== undefined && this.#running.size === 0)
      await this.#fetch('DELETE', this.#sessionHeaders());
    await this.#handler.close();
    await Promise.all(this.#responses);
  }

  async #post(text: string): Promise<void> {
    const value = parse(text);
    if (this.#abort(value)) return;
    const ids = idsOf('requests', value);
    const controller = new AbortController();
    for (const id of ids) this.#running.set(id, controller);
    const response = this.#track(this.#answer(text, ids, controller.signal));
    // A request may take long. Everything else is answered immediately, and `initialize` says how to continue.
    const isShort = ids.length === 0 || methodOf(value) === 'initialize';
    // The handler reads a body within one turn, so the server has the request when the next one begins.
    await (isShort ? response : setImmediate());
    if (methodOf(value) === 'notifications/initialized' && this.#session !== undefined) await this.#listen();
  }

  #abort(value: unknown): boolean {
    if (!this.#options.cancelsByClosing || methodOf(value) !== 'notifications/cancelled') return false;
    const id = isObject(value) && isObject(value['params']) ? value['params']['requestId'] : undefined;
    const request = isRequestId(id) ? this.#running.get(id) : undefined;
    if (!isRequestId(id) || request === undefined) return false;
    request.abort();
    return this.#running.delete(id);
  }

  // The stream for messages that belong to no request. A server without sessions has none.
  async #listen(): Promise<void> {
    const stream = await this.#fetch('GET', { accept: EVENTS, ...this.#sessionHeaders() });
    void this.#track(this.#events(stream, { lastEventId: undefined, retryMs: 0 }));
  }

  #fetch(method: string, headers: Headers, sending: Sending = {}): Promise<Response> {
    return this.#handler.fetch(new Request(URL_OF_SERVER, { method, headers, ...sending }));
  }

  // An aborted request has no response, or one without an end.
  async #answer(text: string, ids: readonly RequestId[], signal: AbortSignal): Promise<void> {
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    await Promise.race([this.#exchange(text, ids, signal), aborted]);
  }

  async #exchange(text: string, ids: readonly RequestId[], signal: AbortSignal): Promise<void> {
    const value = parse(text);
    const response = await this.#fetch('POST', this.#headers(value), { body: text, signal });
    await this.#read(response, value, ids);
    for (const id of ids) this.#running.delete(id);
  }

  async #read(response: Response, value: unknown, ids: readonly RequestId[]): Promise<void> {
    this.#session = response.headers.get('mcp-session-id') ?? this.#session;
    const isInitialize = methodOf(value) === 'initialize';
    if (response.headers.get('content-type') === EVENTS) {
      const position = { lastEventId: undefined, retryMs: 0 };
      await this.#events(response, position, isInitialize);
      await this.#resume(position, ids);
      return;
    }
    const text = await response.text();
    if (text === '') return;
    if (isInitialize) this.#learn(text);
    this.#receiver.message(text);
    const message = parse(text);
    if (ids.length > 0 && isObject(message) && !('id' in message) && 'error' in message)
      this.#receiver.refused(ids, message['error']);
  }

  async #events(response: Response, position: Position, isInitialize = false): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const data = readEvent(event, position);
        if (data === '') continue;
        if (isInitialize) this.#learn(data);
        for (const id of idsOf('answers', parse(data))) this.#running.delete(id);
        this.#receiver.message(data);
      }
    }
  }

  // The server may close a stream before the answer (2025-11-25); the answer follows the last event.
  async #resume(position: Position, ids: readonly RequestId[]): Promise<void> {
    while (position.retryMs > 0 && ids.some((id) => this.#running.has(id))) {
      await sleep(position.retryMs);
      position.retryMs = 0;
      const lastEvent: Headers =
        position.lastEventId === undefined ? {} : { 'last-event-id': position.lastEventId };
      const stream = await this.#fetch('GET', { accept: EVENTS, ...lastEvent, ...this.#sessionHeaders() });
      await this.#events(stream, position);
    }
  }

  #learn(text: string): void {
    const message = parse(text);
    const result = isObject(message) ? message['result'] : undefined;
    if (isObject(result)) this.#version = String(result['protocolVersion']);
  }

  #headers(value: unknown): Headers {
    const common = { accept: `application/json, ${EVENTS}`, 'content-type': 'application/json' };
    const params = isObject(value) && isObject(value['params']) ? value['params'] : {};
    const meta = isObject(params['_meta']) ? params['_meta'] : {};
    const hasEnvelope = META.protocolVersion in meta;
    if (!hasEnvelope && this.#isStateful(value)) return { ...common, ...this.#sessionHeaders() };
    const named = meta[META.protocolVersion];
    const version = typeof named === 'string' ? named : this.#options.revision;
    return { ...common, 'mcp-protocol-version': version, ...this.#repeated(methodOf(value), params) };
  }

  #isStateful(value: unknown): boolean {
    return !this.#options.cancelsByClosing || this.#session !== undefined || methodOf(value) === 'initialize';
  }

  #sessionHeaders(): Headers {
    const headers: Headers = {};
    if (this.#session !== undefined) headers['mcp-session-id'] = this.#session;
    if (this.#version !== undefined && namesRevision(this.#version))
      headers['mcp-protocol-version'] = this.#version;
    return headers;
  }

  // The headers that repeat the body of a stateless request.
  #repeated(method: string | undefined, params: JsonObject): Headers {
    const headers: Headers = {};
    if (method === undefined) return headers;
    if (PLAIN.test(method)) headers['mcp-method'] = method;
    const name = params[this.#server.transport.namedMember(method) ?? ''];
    if (typeof name === 'string') headers['mcp-name'] = encode(name);
    if (method !== 'tools/call') return headers;
    for (const { path, header } of this.#server.transport.paramHeaders(params['name'])) {
      const argument = path.reduce<unknown>(
        (at, key) => (isObject(at) ? at[key] : undefined),
        params['arguments'],
      );
      if (argument !== undefined && argument !== null)
        headers[header.toLowerCase()] = encode(
          typeof argument === 'string' ? argument : JSON.stringify(argument),
        );
    }
    return headers;
  }

  #track(response: Promise<void>): Promise<void> {
    this.#responses.add(response);
    return response.finally(() => this.#responses.delete(response));
  }
}

const URL_OF_SERVER = 'http://localhost/mcp';
const EVENTS = 'text/event-stream';
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

// Text that a header cannot contain is sent in base64.
function encode(text: string): string {
  const isPlain = PLAIN.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${toBase64(new TextEncoder().encode(text))}?=`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function methodOf(value: unknown): string | undefined {
  return isObject(value) && typeof value['method'] === 'string' ? value['method'] : undefined;
}

/** The ids of the requests in a message or batch, or of its answers. */
function idsOf(kind: 'requests' | 'answers', value: unknown): RequestId[] {
  const messages = [value].flat().filter(isObject);
  return messages.flatMap(({ id, method }) => {
    const isOfKind = kind === 'requests' ? typeof method === 'string' : method === undefined;
    return isOfKind && isRequestId(id) ? [id] : [];
  });
}

/** The data of one event. Keeps its id and the time to come back after. */
function readEvent(event: string, position: Position): string {
  const data: string[] = [];
  for (const line of event.split('\n')) {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).replace(/^ /, '');
    if (line.startsWith('data:')) data.push(value);
    if (line.startsWith('id:')) position.lastEventId = value;
    if (line.startsWith('retry:')) position.retryMs = Number(value);
  }
  return data.join('\n');
}
