// A raw HTTP client: sends what a test says, records every byte of the response, reads events as they arrive.
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** A JSON object with unvalidated members. */
export interface Message {
  readonly [member: string]: unknown;
}

/** A request to send. Undefined headers are not sent, not even Host; several values become several headers. */
export interface Shot {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string | readonly string[] | undefined };
  /** The body of a POST. Strings are sent unchanged, other values as JSON. */
  readonly body?: unknown;
}

/** A response, which may still be arriving. */
export class Wire {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Resolves when the response is over, however it ended. */
  readonly ended: Promise<void>;
  /** The body so far. */
  text = '';
  /** Whether the server ended the response properly. */
  isComplete = false;
  readonly #response: IncomingMessage;
  #waiting: (() => void)[] = [];

  constructor(response: IncomingMessage) {
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    this.#response = response;
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      this.text += chunk;
      this.#wake();
    });
    response.on('error', () => {});
    this.ended = new Promise((resolve) =>
      response.on('close', () => {
        this.isComplete = response.complete;
        resolve();
        this.#wake();
      }),
    );
  }

  /** The body parsed as JSON. */
  get json(): unknown {
    return JSON.parse(this.text);
  }

  /** The events so far, each as its lines, including comments. */
  get events(): readonly (readonly string[])[] {
    return this.text
      .split('\n\n')
      .slice(0, -1)
      .map((event) => event.split('\n'));
  }

  /** The messages in the events so far. */
  get messages(): readonly Message[] {
    return this.#fields('data')
      .filter((data) => data !== '')
      .map((data) => JSON.parse(data) as Message);
  }

  /** The event ids so far. */
  get ids(): readonly string[] {
    return this.#fields('id');
  }

  /** Waits until `found` returns a value, and returns it. Throws if the response ends first. */
  async until<T>(found: (wire: Wire) => T | undefined | false): Promise<T> {
    for (;;) {
      const value = found(this);
      if (value !== undefined && value !== false) return value;
      if (this.#response.closed) throw new Error(`the response ended with ${JSON.stringify(this.text)}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Waits for this many messages and returns all. */
  async upTo(count: number): Promise<readonly Message[]> {
    return this.until(({ messages }) => messages.length >= count && messages);
  }

  /** Stops reading until `resume`. */
  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  /** Closes the connection. */
  async drop(): Promise<void> {
    this.#response.destroy();
    await this.ended;
  }

  #fields(name: string): string[] {
    const mark = `${name}:`;
    const lines = this.events.flat().filter((line) => line.startsWith(mark));
    return lines.map((line) => line.slice(mark.length).trim());
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Sends a request and resolves when the response begins. */
export async function open(url: string, { method = 'POST', headers = {}, body }: Shot = {}): Promise<Wire> {
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const all = { 'content-type': 'application/json', host: new URL(url).host, ...headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, setHost: false, agent: false });
    for (const [name, value] of Object.entries(all)) if (value !== undefined) request.setHeader(name, value);
    request.on('response', (response) => resolve(new Wire(response)));
    request.on('error', reject);
    request.end(method === 'POST' ? text : undefined);
  });
}

/** Sends a request and resolves with the whole response. */
export async function send(url: string, shot: Shot = {}): Promise<Wire> {
  const wire = await open(url, shot);
  await wire.ended;
  return wire;
}
