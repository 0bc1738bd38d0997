// The answer to a batch: collects one answer per request and sends them as one array.
import { RESULT, type Channel } from './channel.ts';
import { toErrorObject } from './error.ts';
import { writeError } from './message.ts';

/**
 * Collects the answers of one batch (2025-03-26, basic, "Batching"). Sends nothing when no element has an answer.
 */
export class BatchReply {
  readonly #channel: Channel;
  readonly #texts: string[] = [];
  #open = 0;
  #sealed = false;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  /** Records one answer, or that a message has none. */
  expect(): void {
    this.#open++;
  }

  /** Takes an announced answer; nothing for a cancelled request. */
  settle(text: string | undefined): void {
    this.#open--;
    if (text !== undefined) this.#texts.push(text);
    this.#flush();
  }

  /** Adds an answer that is known at once. */
  add(text: string): void {
    this.#texts.push(text);
  }

  /** Says that every element has been seen, so that the array may go out when the last answer is there. */
  seal(): void {
    this.#sealed = true;
    this.#flush();
  }

  #flush(): void {
    if (!this.#sealed || this.#open > 0) return;
    if (this.#texts.length === 0) this.#channel.drop?.();
    else this.#channel.send(this.#write(), RESULT);
  }

  #write(): string {
    try {
      return `[${this.#texts.join(',')}]`;
    } catch (error) {
      // Together they are longer than a string can be.
      return writeError(undefined, toErrorObject(error));
    }
  }
}
