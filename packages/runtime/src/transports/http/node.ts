// The edge to node:http.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../jsonrpc/caller.ts';
import type { Exchange, Headers, ResponseStream } from './exchange.ts';

const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

/** An exchange over node:http. */
export class NodeExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  caller: Caller | undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.method = request.method ?? 'GET';
    this.path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    this.#request = request;
    this.#response = response;
  }

  header(name: string): string | undefined {
    // `headers` would drop the second Host, Content-Type and others: two that differ must not pass as one.
    return this.#request.headersDistinct[name]?.join(', ');
  }

  body(maxBytes: number): Promise<string | undefined> {
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
      this.#request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      this.#request.on('error', reject);
    });
  }

  respond(status: number, headers: Headers, body = ''): void {
    if (this.#response.headersSent || this.#response.destroyed) return;
    // What is left of a refused body is not read: the connection cannot be used again.
    const close = this.#request.readableEnded || this.method !== 'POST' ? {} : { connection: 'close' };
    this.#response.writeHead(status, { ...headers, ...close, 'content-length': Buffer.byteLength(body) });
    this.#response.end(body);
  }

  stream(status: number, headers: Headers): ResponseStream {
    const response = this.#response;
    if (!response.headersSent) response.writeHead(status, headers);
    response.flushHeaders();
    return {
      write: (text) => {
        if (response.destroyed) return false;
        // What was sent before counts, not this piece: one that is longer than the buffer must get through too.
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

  onAbort(listener: () => void): void {
    this.#response.on('close', () => {
      if (!this.#response.writableFinished) listener();
    });
  }
}
