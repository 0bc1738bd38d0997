// Output: writes the messages of a connection to its stream, in pieces that fit the stream's buffer.
import type { Channel } from '../../jsonrpc/channel.ts';

const PIECE_CHARACTERS = 1024 * 1024;
const CALLS_WAIT_CHARACTERS = 4 * 1024 * 1024;
const INPUT_WAITS_CHARACTERS = 64 * 1024 * 1024;
// The error codes of a stream whose reader has closed. Such a reader has lost nothing.
const READER_GONE: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'EOF']);

/** The part of a writable stream that is used. */
export interface ByteSink {
  /** False when the reader does not keep up; `drain` follows. */
  write(text: string, done?: () => void): boolean;
  on(event: 'drain' | 'error' | 'close', listener: (error?: Error) => void): unknown;
}

/** Why a stream takes no more, other than that its reader is gone, and what that cost. */
export interface OutputFailure {
  readonly error: Error;
  /** Messages that were sent and did not, or not wholly, reach the stream's end. Some of them may have. */
  readonly messages: number;
}

/**
 * Writes messages to a stream: all small messages of one turn of the event loop in one write, and long ones piece by
 * piece. The stream gets the next piece when it has flushed the previous one, so it never buffers more than one. Calls
 * wait while more than a few mebibytes are unread, so that their answers do not fill the memory.
 */
export class Output implements Channel {
  readonly #stream: ByteSink;
  // Long messages, and joined small ones, each without its last newline. The first one is written up to `#cut`.
  readonly #texts: string[] = [];
  #cut = 0;
  // The last of them, which may still grow.
  #last = '';
  #characters = 0;
  #messages = 0;
  #scheduled = false;
  #stuck = false;
  #broken = false;
  #waiters: { readonly limit: number; readonly resolve: () => void }[] = [];

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
    this.#characters += text.length + 1;
    this.#messages++;
    if (this.#scheduled || this.#stuck) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#write();
    });
  }

  /** For calls: returns undefined if answers can be written now, otherwise a promise that resolves once they can. */
  drained(): Promise<void> | undefined {
    return this.#below(CALLS_WAIT_CHARACTERS);
  }

  /** The same for reading input, with a higher limit, because cancellations and answers must get through. */
  inputDrained(): Promise<void> | undefined {
    return this.#below(INPUT_WAITS_CHARACTERS);
  }

  /** Resolves when everything is handed to the operating system. */
  async flush(): Promise<void> {
    this.#write();
    await this.#below(0);
    await new Promise<void>((resolve) => {
      if (this.#broken) return resolve();
      this.#stream.write('', () => resolve());
    });
  }

  /** Calls `listener` when the stream takes no more: without a failure when the reader is gone. */
  onBroken(listener: (failure: OutputFailure | undefined) => void): void {
    const broken = (error?: Error): void => {
      if (this.#broken) return;
      const isGone = error === undefined || READER_GONE.has(Reflect.get(error, 'code'));
      const failure = isGone ? undefined : { error, messages: this.#messages };
      this.#broken = true;
      this.#texts.length = 0;
      this.#last = '';
      this.#characters = 0;
      this.#wake();
      listener(failure);
    };
    // An unhandled 'error' (EPIPE) would end the process.
    this.#stream.on('error', broken);
    this.#stream.on('close', broken);
  }

  // A long text is not joined: together with others it might exceed the length of a string.
  #append(text: string): void {
    const { length } = this.#last;
    if (length > 0 && length + text.length < PIECE_CHARACTERS) {
      this.#last += `\n${text}`;
      return;
    }
    if (length > 0) this.#texts.push(this.#last);
    this.#last = text;
  }

  #write(): void {
    while (!this.#stuck && !this.#broken) {
      const piece = this.#nextPiece();
      if (piece === '') {
        this.#messages = 0;
        break;
      }
      this.#characters -= piece.length;
      this.#stuck = !this.#stream.write(piece);
    }
    this.#wake();
  }

  #nextPiece(): string {
    const text = this.#texts[0] ?? this.#last;
    if (text === '') return '';
    const start = this.#cut;
    const end = cutBefore(text, start + PIECE_CHARACTERS);
    this.#cut = end;
    if (end < text.length) return text.slice(start, end);
    this.#cut = 0;
    if (this.#texts.shift() === undefined) this.#last = '';
    return `${start === 0 ? text : text.slice(start)}\n`;
  }

  #below(limit: number): Promise<void> | undefined {
    if (this.#characters <= limit) return undefined;
    return new Promise((resolve) => this.#waiters.push({ limit, resolve }));
  }

  #wake(): void {
    if (this.#waiters.length === 0) return;
    const ready = this.#waiters.filter(({ limit }) => this.#characters <= limit);
    this.#waiters = this.#waiters.filter((waiter) => !ready.includes(waiter));
    for (const { resolve } of ready) resolve();
  }
}

// Halves of a surrogate pair that are encoded separately become two replacement characters.
function cutBefore(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const isHighSurrogate = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHighSurrogate ? end - 1 : end;
}
