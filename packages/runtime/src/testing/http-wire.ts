// The HTTP side of the test client: a real endpoint on a loopback port, and a client that speaks Streamable HTTP to it.
import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { serveHttp, type HttpServing } from '../http.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { isRequestId, type RequestId } from '../jsonrpc/message.ts';
import { META } from '../protocol/meta.ts';
import { BATCH_REVISION, isModern, type Revision } from '../protocol/revisions.ts';
import type { McpServer } from '../server.ts';

/** How a test client speaks HTTP. */
export interface HttpWireOptions {
  /** Sent with what no session and no envelope speaks for. */
  readonly revision: Revision;
  /** False serves earlier revisions without sessions. */
  readonly sessions: boolean;
}

/** Gets what comes over the wire. */
export interface WireReceiver {
  /** One message or batch, as JSON text. */
  message(text: string): void;
  /** The HTTP answer to these requests was an error that does not name them. */
  refused(ids: readonly RequestId[], error: unknown): void;
}

/** Serves `server` on a port of its own and connects to it (basic/transports/streamable-http). */
export async function connectHttp(
  server: McpServer,
  options: HttpWireOptions,
  receiver: WireReceiver,
): Promise<HttpWire> {
  const serving = await serveHttp(server, { sessions: options.sessions });
  return new HttpWire(server, serving, options, receiver);
}

/** Where the events of one response stand. */
interface Position {
  lastEventId: string | undefined;
  retryMs: number;
}

/** One client over HTTP. Messages reach the server in the order in which they are sent. */
export class HttpWire {
  readonly #server: McpServer;
  readonly #serving: HttpServing;
  readonly #options: HttpWireOptions;
  readonly #receiver: WireReceiver;
  readonly #agent = new Agent({ keepAlive: true });
  /** The requests in flight, by their JSON-RPC id. */
  readonly #running = new Map<RequestId, ClientRequest>();
  readonly #responses = new Set<Promise<void>>();
  #queue: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;
  #session: string | undefined;
  #version: string | undefined;

  constructor(server: McpServer, serving: HttpServing, options: HttpWireOptions, receiver: WireReceiver) {
    this.#server = server;
    this.#serving = serving;
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
      await this.#exchange('DELETE', this.#sessionHeaders());
    await this.#serving.close();
    await Promise.all(this.#responses);
    this.#agent.destroy();
  }

  async #post(text: string): Promise<void> {
    const value = parse(text);
    if (this.#abort(value)) return;
    await this.#warmUp();
    const request = this.#request('POST', this.#headers(value));
    const ids = requestIds(value);
    for (const id of ids) this.#running.set(id, request);
    const written = new Promise<void>((resolve) => request.on('finish', resolve));
    const response = this.#track(this.#answer(request, value, ids));
    request.end(text);
    // A request may take long. Everything else is answered at once, and `initialize` says how to go on.
    await (ids.length === 0 || methodOf(value) === 'initialize' ? response : written);
    if (methodOf(value) === 'notifications/initialized' && this.#session !== undefined) await this.#listen();
  }

  // Requests that stand alone are cancelled by closing their response.
  #abort(value: unknown): boolean {
    if (!isModern(this.#options.revision) || methodOf(value) !== 'notifications/cancelled') return false;
    const id = isObject(value) && isObject(value['params']) ? value['params']['requestId'] : undefined;
    const request = isRequestId(id) ? this.#running.get(id) : undefined;
    request?.destroy();
    return request !== undefined;
  }

  // A message on a new connection could be overtaken by the next one on an old one. So each goes out on a connection
  // that the server has already read from.
  async #warmUp(): Promise<void> {
    while (Object.keys(this.#agent.freeSockets).length === 0) await this.#exchange('GET', {}, '/healthz');
  }

  // The stream for what belongs to no request. A server without sessions has none.
  async #listen(): Promise<void> {
    const request = this.#request('GET', { accept: EVENTS, ...this.#sessionHeaders() });
    const response = responseTo(request);
    request.end();
    const stream = await response;
    if (stream !== undefined) void this.#track(this.#events(stream, { lastEventId: undefined, retryMs: 0 }));
  }

  async #exchange(method: string, headers: OutgoingHttpHeaders, path?: string): Promise<void> {
    const request = this.#request(method, headers, path);
    const response = responseTo(request);
    request.end();
    const answer = await response;
    if (answer !== undefined) await bodyOf(answer);
    // The connection is free for the next request in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
  }

  #request(method: string, headers: OutgoingHttpHeaders, path?: string): ClientRequest {
    const { url } = this.#serving;
    const target = path === undefined ? url : new URL(path, url);
    return httpRequest(target, { method, headers, agent: this.#agent });
  }

  async #answer(request: ClientRequest, value: unknown, ids: readonly RequestId[]): Promise<void> {
    const response = await responseTo(request);
    if (response !== undefined) await this.#read(response, value, ids);
    for (const id of ids) if (this.#running.get(id) === request) this.#running.delete(id);
  }

  async #read(response: IncomingMessage, value: unknown, ids: readonly RequestId[]): Promise<void> {
    const session = response.headers['mcp-session-id'];
    if (typeof session === 'string') this.#session = session;
    const isInitialize = methodOf(value) === 'initialize';
    if (response.headers['content-type'] === EVENTS) {
      const position = { lastEventId: undefined, retryMs: 0 };
      await this.#events(response, position, isInitialize);
      await this.#resume(position, ids);
      return;
    }
    const text = await bodyOf(response);
    if (text === '') return;
    if (isInitialize) this.#learn(text);
    this.#receiver.message(text);
    const message = parse(text);
    if (ids.length > 0 && isObject(message) && !('id' in message) && 'error' in message)
      this.#receiver.refused(ids, message['error']);
  }

  async #events(response: IncomingMessage, position: Position, isInitialize = false): Promise<void> {
    let rest = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const data = readEvent(event, position);
        if (data === '') continue;
        if (isInitialize) this.#learn(data);
        for (const id of answeredIds(parse(data))) this.#running.delete(id);
        this.#receiver.message(data);
      }
    });
    await closed(response);
  }

  // The server may close a stream before the answer (2025-11-25); the answer is behind the last event.
  async #resume(position: Position, ids: readonly RequestId[]): Promise<void> {
    while (position.retryMs > 0 && ids.some((id) => this.#running.has(id))) {
      await new Promise((resolve) => setTimeout(resolve, position.retryMs));
      position.retryMs = 0;
      const resumed = { accept: EVENTS, 'last-event-id': position.lastEventId, ...this.#sessionHeaders() };
      const request = this.#request('GET', resumed);
      const response = responseTo(request);
      request.end();
      const stream = await response;
      if (stream !== undefined) await this.#events(stream, position);
    }
  }

  #learn(text: string): void {
    const message = parse(text);
    const result = isObject(message) ? message['result'] : undefined;
    if (isObject(result)) this.#version = String(result['protocolVersion']);
  }

  #headers(value: unknown): OutgoingHttpHeaders {
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
    return (
      !isModern(this.#options.revision) || this.#session !== undefined || methodOf(value) === 'initialize'
    );
  }

  #sessionHeaders(): OutgoingHttpHeaders {
    // The first revision of this transport has no header for the version.
    const hasVersion = this.#version !== undefined && this.#version !== BATCH_REVISION;
    return {
      ...(this.#session === undefined ? {} : { 'mcp-session-id': this.#session }),
      ...(hasVersion ? { 'mcp-protocol-version': this.#version } : {}),
    };
  }

  // What headers repeat of the body of a request that stands alone.
  #repeated(method: string | undefined, params: JsonObject): OutgoingHttpHeaders {
    const headers: OutgoingHttpHeaders = {};
    if (method === undefined) return headers;
    if (PLAIN.test(method)) headers['mcp-method'] = method;
    const name = method === 'resources/read' ? params['uri'] : params['name'];
    if (typeof name === 'string') headers['mcp-name'] = encode(name);
    if (method !== 'tools/call') return headers;
    for (const { path, header } of this.#server.paramHeaders(params['name'])) {
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

const EVENTS = 'text/event-stream';
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

// Text that a header cannot carry as it is travels in base64.
function encode(text: string): string {
  const isPlain = PLAIN.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
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

function requestIds(value: unknown): RequestId[] {
  return [value]
    .flat()
    .filter(isObject)
    .flatMap(({ id, method }) => (typeof method === 'string' && isRequestId(id) ? [id] : []));
}

function answeredIds(value: unknown): RequestId[] {
  return [value]
    .flat()
    .filter(isObject)
    .flatMap(({ id, method }) => (method === undefined && isRequestId(id) ? [id] : []));
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

/** Undefined when the request was aborted, or the server is gone. */
function responseTo(request: ClientRequest): Promise<IncomingMessage | undefined> {
  return new Promise((resolve) => {
    request.on('response', resolve);
    request.on('error', () => resolve(undefined));
  });
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await closed(response);
  return text;
}

function closed(response: IncomingMessage): Promise<void> {
  response.on('error', () => {});
  return new Promise((resolve) => response.on('close', resolve));
}
