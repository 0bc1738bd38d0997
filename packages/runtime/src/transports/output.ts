// Output: the messages of a connection on their way to its stream, in pieces that the stream can hold.
import type { Channel } from '../jsonrpc/channel.ts';

const PIECE_CHARACTERS = 1024 * 1024;

/** The part of a writable stream that is used. */
export interface ByteSink {
  /** False when the reader does not keep up; `drain` follows. */
  write(text: string, done?: () => void): boolean;
  on(event: 'drain' | 'error' | 'close', listener: () => void): unknown;
}

/**
 * Writes messages to a stream: all small messages of one turn of the event loop in one write, and of a long one a piece
 * after the other. The stream gets the next piece when it has passed the last one on, so it never holds more than one.
 */
export class Output implements Channel {
  readonly #stream: ByteSink;
  // Texts that are complete; of the first one the part before `#cut` is written.
  readonly #texts: string[] = [];
  #cut = 0;
  // Small messages are joined here until they make a piece.
  #last = '';
  #scheduled = false;
  #stuck = false;
  #broken = false;
  #waiters: (() => void)[] = [];

  constructor(stream: ByteSink) {
    this.#stream = stream;
    stream.on('drain', () => {
      this.#stuck = false;
      this.#write();
    });
  }

  send(text: string): void {
    if (this.#broken) return;
    this.#append(text);
    if (this.#scheduled || this.#stuck) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#write();
    });
  }

  /** Undefined while the reader keeps up; else a promise that resolves when it has caught up, or is gone. */
  drained(): Promise<void> | undefined {
    if (!this.#stuck || this.#broken) return undefined;
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Resolves when everything is handed to the operating system. */
  async flush(): Promise<void> {
    this.#write();
    for (let wait = this.drained(); wait !== undefined; wait = this.drained()) await wait;
    await new Promise<void>((resolve) => {
      if (this.#broken) return resolve();
      this.#stream.write('', () => resolve());
    });
  }

  /** Calls `listener` when the reader is gone. */
  onBroken(listener: () => void): void {
    const broken = (): void => {
      this.#broken = true;
      this.#texts.length = 0;
      this.#last = '';
      this.#release();
      listener();
    };
    // An unhandled 'error' (EPIPE) would end the process.
    this.#stream.on('error', broken);
    this.#stream.on('close', broken);
  }

  // A long text stays as it is: together with others it might be longer than a string can be.
  #append(text: string): void {
    if (this.#last.length + text.length >= PIECE_CHARACTERS) {
      if (this.#last !== '') this.#texts.push(this.#last);
      this.#last = '';
    }
    if (text.length < PIECE_CHARACTERS) {
      this.#last += `${text}\n`;
    } else {
      this.#texts.push(text);
      this.#last = '\n';
    }
  }

  #write(): void {
    while (!this.#stuck && !this.#broken) {
      const piece = this.#nextPiece();
      if (piece === '') return this.#release();
      this.#stuck = !this.#stream.write(piece);
    }
  }

  #nextPiece(): string {
    const text = this.#texts[0];
    if (text === undefined) {
      const last = this.#last;
      this.#last = '';
      return last;
    }
    const start = this.#cut;
    const end = cutBefore(text, start + PIECE_CHARACTERS);
    this.#cut = end;
    if (end === text.length) {
      this.#texts.shift();
      this.#cut = 0;
    }
    return start === 0 && end === text.length ? text : text.slice(start, end);
  }

  #release(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}

// The halves of a surrogate pair that are encoded apart become two replacement characters.
function cutBefore(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const isHighSurrogate = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHighSurrogate ? end - 1 : end;
}
