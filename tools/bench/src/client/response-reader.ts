// Reads HTTP/1.1 responses from the chunks of a socket: bodies with a length, and bodies in chunks.

/** One response. The body is text; a stream grows while it is read. */
export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  body: string;
}

const headEnd = '\r\n\r\n';
const lineEnd = '\r\n';

/** Reads one response at a time; what comes after its end is refused, because nothing was asked for. */
export class ResponseReader {
  answer: HttpAnswer | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #isChunked = false;
  #length = 0;

  /** True when the response is complete. */
  push(chunk: Buffer): boolean {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (this.answer === undefined && !this.#readHead()) return false;
    const isComplete = this.#isChunked ? this.#readChunks() : this.#readBody();
    if (isComplete && this.#rest.length > 0) throw new Error('Output after the end of the response');
    return isComplete;
  }

  /** Makes room for the next response and returns the one that was read. */
  take(): HttpAnswer {
    const { answer } = this;
    if (answer === undefined) throw new Error('There is no response');
    this.answer = undefined;
    return answer;
  }

  #readHead(): boolean {
    const end = this.#rest.indexOf(headEnd);
    if (end < 0) return false;
    const [first = '', ...lines] = this.#rest.toString('latin1', 0, end).split(lineEnd);
    const headers = new Map(lines.map(toHeader));
    this.#rest = this.#rest.subarray(end + headEnd.length);
    this.#isChunked = headers.get('transfer-encoding') === 'chunked';
    this.#length = Number(headers.get('content-length') ?? 0);
    this.answer = { status: Number(first.split(' ')[1]), headers, body: '' };
    return true;
  }

  #readBody(): boolean {
    if (this.#rest.length < this.#length) return false;
    this.#append(this.#take(this.#length));
    return true;
  }

  #readChunks(): boolean {
    for (;;) {
      const end = this.#rest.indexOf(lineEnd);
      if (end < 0) return false;
      const length = Number.parseInt(this.#rest.toString('latin1', 0, end), 16);
      const whole = end + length + 2 * lineEnd.length;
      if (this.#rest.length < whole) return false;
      const chunk = this.#take(whole);
      if (length === 0) return true;
      this.#append(chunk.subarray(end + lineEnd.length, whole - lineEnd.length));
    }
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  #append(bytes: Buffer): void {
    if (this.answer !== undefined) this.answer.body += bytes.toString('utf8');
  }
}

function toHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** The messages in a response: its body, or the data of its events. */
export function messagesIn({ headers, body }: HttpAnswer): readonly string[] {
  if (headers.get('content-type')?.startsWith('text/event-stream') !== true) return [body];
  return eventsIn(body).flatMap(({ data }) => (data === '' ? [] : [data]));
}

/** One server-sent event. */
export interface SentEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** The complete events in the text of an event stream; comments are left out. */
export function eventsIn(body: string): readonly SentEvent[] {
  return body
    .split('\n\n')
    .slice(0, -1)
    .map((block) => block.split('\n'))
    .filter((lines) => lines.some((line) => line.startsWith('data:')))
    .map((lines) => ({ id: fieldIn(lines, 'id'), data: fieldIn(lines, 'data') ?? '' }));
}

function fieldIn(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((candidate) => candidate.startsWith(`${name}:`));
  return line?.slice(name.length + 1).trimStart();
}
