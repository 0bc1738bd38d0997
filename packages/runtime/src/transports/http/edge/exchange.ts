// Exchange: one HTTP request and its response, independent of the platform. Edges create it.
import type { Authorization } from '../../../auth/protect.ts';
import type { Caller, RequestHeaders } from '../../../jsonrpc/channel.ts';

/** Headers of a response. */
export type Headers = { readonly [name: string]: string };

/** A response body that is sent in pieces. */
export interface ResponseStream {
  /** Sends a piece. False when the client reads too slowly and the stream was cut off. */
  write(text: string): boolean;
  end(): void;
}

/** One HTTP request that waits for its response. */
export abstract class Exchange {
  abstract readonly method: string;
  /** Without query. */
  abstract readonly path: string;
  /** The address of the client, where it is known. */
  abstract readonly remoteAddress: string | undefined;
  /** The sender of the request, set once the credentials are checked. */
  caller: Caller | undefined;
  /** What the caller is checked by, and how it may get more scopes: set with the caller, where there is OAuth. */
  authorization: Authorization | undefined;
  /** The scopes that the body needs: set when it is read, where there is OAuth. */
  scopes: readonly string[] = [];
  #isAborted = false;
  #late: ResponseStream | undefined;
  #signs: ReturnType<typeof setInterval> | undefined;
  #listeners: (() => void)[] | undefined = [];

  /** A header of the request by its lower-case name; several of one name are joined with ", ". */
  abstract header(name: string): string | undefined;
  /** A parameter of the query; several of one name are joined with ", ". */
  abstract query(name: string): string | undefined;
  /** The whole body; undefined when it is longer than `maxBytes`. */
  abstract body(maxBytes: number): Promise<Uint8Array | undefined>;
  /** Sends the whole response. */
  abstract respond(status: number, headers: Headers, body?: string): void;
  /** Begins a response in pieces. */
  abstract stream(status: number, headers: Headers): ResponseStream;

  /**
   * Keeps the connection alive: sends white space every `ms` milliseconds, with which JSON may begin. The first one
   * begins the response, with 200 and these headers. `answer` and `giveUp` end it: if a client reads slowly, the
   * response ends long after that.
   */
  sendSignsOfLife(ms: number, headers: () => Headers): void {
    this.#signs = setInterval(() => {
      this.#late ??= this.stream(200, headers());
      this.#late.write(' ');
    }, ms);
    this.onClose(() => clearInterval(this.#signs));
  }

  /** Sends the whole response, or what is left of it behind signs of life. */
  answer(status: number, headers: Headers, body: string): void {
    clearInterval(this.#signs);
    if (this.#late === undefined) return this.respond(status, headers, body);
    this.#late.write(body);
    this.#late.end();
  }

  /** Ends a response that has signs of life only, and says whether there was one. */
  giveUp(): boolean {
    clearInterval(this.#signs);
    this.#late?.end();
    return this.#late !== undefined;
  }

  /** Calls `listener` when the client goes away before the response is complete; at once when it is gone already. */
  onAbort(listener: () => void): void {
    this.onClose(() => {
      if (this.#isAborted) listener();
    });
  }

  /** Calls `listener` when the response is over, however it ended; at once when it is over already. */
  onClose(listener: () => void): void {
    if (this.#listeners === undefined) listener();
    else this.#listeners.push(listener);
  }

  /** For the edges: the response is over, or the client is gone. Only the first call counts. */
  close(isAborted: boolean): void {
    const listeners = this.#listeners ?? [];
    if (this.#listeners !== undefined) this.#isAborted = isAborted;
    this.#listeners = undefined;
    for (const listener of listeners) listener();
  }
}

/** The headers of a request as handlers see them. */
export function headersOf(exchange: Exchange): RequestHeaders {
  return { get: (name) => exchange.header(name.toLowerCase()) };
}

/** What `Exchange.query` gives. Two that differ must not pass as one. */
export function queryOf(query: URLSearchParams, name: string): string | undefined {
  return query.has(name) ? query.getAll(name).join(', ') : undefined;
}
