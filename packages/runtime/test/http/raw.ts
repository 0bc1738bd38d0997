// Raw connection: sends bytes unchanged, and reads every byte of the answer.
import { connect, type Socket } from 'node:net';

/** A minimally parsed answer. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** A connection that a test writes to piece by piece. */
export class RawConnection {
  readonly socket: Socket;
  /** Resolves with all received bytes once the server has closed the connection. */
  readonly ended: Promise<string>;
  text = '';
  #waiting: (() => void)[] = [];

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.setEncoding('latin1');
    this.socket.on('error', () => {});
    this.socket.on('data', (chunk: string) => {
      this.text += chunk;
      this.#wake();
    });
    this.ended = new Promise((resolve) =>
      this.socket.on('close', () => {
        resolve(this.text);
        this.#wake();
      }),
    );
  }

  write(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Waits until the input contains this. Fails if the connection ends first. */
  async until(part: string): Promise<void> {
    while (!this.text.includes(part)) {
      if (this.socket.closed) throw new Error(`the connection ended with ${JSON.stringify(this.text)}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Drops the connection. */
  async drop(): Promise<void> {
    this.socket.destroy();
    await this.ended;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Sends bytes and resolves with the answer when the server closes the connection. */
export async function exchange(url: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const connection = new RawConnection(url);
  connection.write(bytes);
  return answerOf(await connection.ended);
}

/** The first response in a text. */
export function answerOf(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    head,
    body: end < 0 ? '' : text.slice(end + 4),
  };
}

/** A POST as bytes; header lines are given without their ends. */
export function post(headers: readonly string[], body: string): string {
  return ['POST /mcp HTTP/1.1', 'Host: localhost', ...headers, '', body].join('\r\n');
}
