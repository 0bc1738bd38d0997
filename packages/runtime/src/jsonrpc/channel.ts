// Channel: where the messages of one conversation, or of one request, are sent.
import type { Caller } from './caller.ts';

/** What is known about a message that answers what came in on the channel. */
export interface Answer {
  /** The code, when it is an error. */
  readonly errorCode: number | undefined;
  /** The data of that error, if it has any. */
  readonly errorData?: unknown;
}

/** The answer is a result, or a batch of answers. */
export const RESULT: Answer = { errorCode: undefined };

/** A sink for whole JSON-RPC messages, each given as JSON text. Transports implement it. */
export interface Channel {
  /** Who sends what comes in on this channel, where the transport knows. */
  readonly caller?: Caller | undefined;
  /** It carries one request and its answer: whoever comes next comes on another one. */
  readonly isSingleUse?: boolean;
  /** Sends one message (or one batch). Never throws; does nothing once closed. `answer` is given for the last one. */
  send(text: string, answer?: Answer): void;
  /** Undefined when there is room for more messages; else a promise that resolves when there is. Calls wait for it. */
  room?(): Promise<void> | undefined;
  /** What came in on this channel was cancelled and has no answer. */
  drop?(): void;
  /** Closes the connection before the answer; the client comes back for it after `retryMs`. */
  disconnect?(retryMs: number): void;
}
