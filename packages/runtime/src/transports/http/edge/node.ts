// The edge to node:http.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { bodyIsCut } from '../entry/refusal.ts';
import type { TrustedProxies } from './client-address.ts';
import { Exchange, queryOf, type Headers, type ResponseStream } from './exchange.ts';
import { loseWith } from './lost-turns.ts';

const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
const STALLED_MS = 60_000;
const LINGER_MS = 1000;

/** An exchange over node:http. */
export class NodeExchange extends Exchange {
  readonly method: string;
  readonly path: string;
  readonly #search: string;
  readonly #host: string | undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #proxies: TrustedProxies;
  #remoteAddress: string | undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    proxies: TrustedProxies,
    url = request.url,
  ) {
    super();
    const { host, path, search } = targetOf(url ?? '/');
    this.method = request.method ?? 'GET';
    this.path = path;
    this.#search = search;
    this.#host = host;
    this.#request = request;
    this.#response = response;
    this.#proxies = proxies;
    response.on('close', () => this.lose());
    if (response.socket === null) loseWith(request.socket, this);
  }

  /** Whether a part of the response was sent, and not all of it. */
  get hasBegun(): boolean {
    return this.#response.headersSent && !this.#response.writableFinished;
  }

  get remoteAddress(): string | undefined {
    // A closed socket has no address.
    this.#remoteAddress ??= this.#proxies.clientOf(
      this.#request.socket.remoteAddress,
      this.header('x-forwarded-for'),
    );
    return this.#remoteAddress;
  }

  header(name: string): string | undefined {
    const given = this.#given(name);
    if (name !== 'host' || this.#host === undefined || given === this.#host) return given;
    return given === undefined ? this.#host : `${given}, ${this.#host}`;
  }

  // `headers` would drop a second Host, Content-Type and others, but two that differ must be refused. And both it and
  // `headersDistinct` parse all headers, where a few are needed.
  #given(name: string): string | undefined {
    const { rawHeaders } = this.#request;
    let found: string | undefined;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const given = rawHeaders[i];
      if (given?.length !== name.length || given.toLowerCase() !== name) continue;
      const value = rawHeaders[i + 1] ?? '';
      found = found === undefined ? value : `${found}, ${value}`;
    }
    return found;
  }

  query(name: string): string | undefined {
    return queryOf(new URLSearchParams(this.#search), name);
  }

  body(maxBytes: number): Promise<Uint8Array | undefined> {
    const declared = Number(this.header('content-length') ?? 0);
    if (declared > maxBytes) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      this.#request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= maxBytes) chunks.push(chunk);
        else resolve(undefined);
      });
      this.#request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
      this.#request.on('error', () => reject(bodyIsCut()));
    });
  }

  respond(status: number, headers: Headers, body = ''): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    const all: OutgoingHttpHeaders = { ...headers, 'content-length': Buffer.byteLength(body) };
    if (this.method === 'POST' && !this.#request.readableEnded) return this.#refuseBody(status, all, body);
    response.writeHead(status, all).end(body);
    // A client that reads nothing of a long answer for a while is disconnected.
    if (response.writableLength > 0) response.setTimeout(STALLED_MS, () => response.destroy());
  }

  // The rest of a refused body is discarded, and the connection cannot be reused. But it closes a moment later, because
  // closing while bytes arrive would drop the answer that the client has not read.
  #refuseBody(status: number, headers: OutgoingHttpHeaders, body: string): void {
    const response = this.#response.writeHead(status, { ...headers, connection: 'close' });
    response.write(body);
    const timer = setTimeout(() => response.end(), LINGER_MS);
    this.#request.on('end', () => response.end()).resume();
    this.onClose(() => clearTimeout(timer));
  }

  stream(status: number, headers: Headers): ResponseStream {
    const response = this.#response;
    if (!response.headersSent) response.writeHead(status, headers);
    response.flushHeaders();
    return {
      write: (text) => {
        if (response.destroyed) return false;
        // Only earlier output counts, because a piece that is longer than the buffer must get through too.
        if (response.writableLength <= MAX_BUFFERED_BYTES) {
          response.write(text);
          return true;
        }
        response.destroy();
        return false;
      },
      end: () => response.end(),
    };
  }

  /** Its connection is gone, or the response is. */
  lose(): void {
    this.close(!this.#response.writableFinished);
  }
}

interface Target {
  /** The host, when the target names it. */
  readonly host: string | undefined;
  readonly path: string;
  readonly search: string;
}

// A client of a proxy sends the whole URL, which servers must accept (RFC 9112, section 3.2.2).
function targetOf(target: string): Target {
  if (target.startsWith('/')) return { host: undefined, ...split(target) };
  const [, host, path = target] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  return { host, ...split(path) };
}

function split(target: string): { path: string; search: string } {
  const mark = target.indexOf('?');
  if (mark < 0) return { path: target || '/', search: '' };
  return { path: target.slice(0, mark) || '/', search: target.slice(mark + 1) };
}
