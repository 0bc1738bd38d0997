// Channel: where the messages of one conversation, or of one request, are sent, who sends what comes in, and who
// receives it.
import type { JsonObject } from './json.ts';

/** What is known about a message that answers what came in on the channel. */
export interface Answer {
  /** The code, when it is an error. */
  readonly errorCode: number | undefined;
  /** The data of that error, if it has any. */
  readonly errorData?: unknown;
}

/** The answer is a result, or a batch of answers. */
export const RESULT: Answer = { errorCode: undefined };

/** The headers of an HTTP request. */
export interface RequestHeaders {
  /** Returns a header by name, ignoring case. Several of one name are joined with ", ". */
  get(name: string): string | undefined;
}

/** A sink for whole JSON-RPC messages, each given as JSON text. Transports implement it. */
export interface Channel {
  /** The sender of the messages of this channel, if the transport knows it. */
  readonly caller?: Caller | undefined;
  /** The headers of the HTTP request that brings what comes in on this channel. */
  readonly headers?: RequestHeaders | undefined;
  /** Whether it carries only one request and its answer. */
  readonly isSingleUse?: boolean;
  /** The origin of the messages, like an address, if the channel is for one use and the transport knows it. */
  readonly origin?: string | undefined;
  /** Sends one message (or one batch). Never throws; does nothing once closed. `answer` is given for the last one. */
  send(text: string, answer?: Answer): void;
  /**
   * Returns undefined if more messages can be sent now, otherwise a promise that resolves once they can. Calls wait for
   * it.
   */
  drained?(): Promise<void> | undefined;
  /** What came in on this channel was cancelled and has no answer. */
  drop?(): void;
  /** Closes the connection before the answer; the client comes back for it after `retryMs`. */
  disconnect?(retryMs: number): void;
}

/** The receiving end of a conversation. */
export interface Receiver {
  /** Takes one message or batch as text. */
  receive(text: string, channel: Channel): void;
  /** Undefined when more input may be read; else a promise that resolves when it may. */
  ready(): Promise<void> | undefined;
  /** How many requests have no answer yet. */
  readonly unanswered: number;
  /** Cancels the calls that have not begun. */
  cancelWaiting(reason: string): void;
  /** Answers what was accepted, for at most `deadlineMs`, then ends. */
  drain(deadlineMs: number): Promise<void>;
}

/** Opens a conversation whose answers go to the channel. */
export type Open = (channel: Channel) => { readonly peer: Receiver };

/** The sender of a message, as its credentials tell the transport. */
export interface Caller {
  /** The user or machine that the credentials belong to; unique together with `issuer`. */
  readonly subject: string;
  /** The issuer: the URL of the authorization server, or a fixed name for other credentials. */
  readonly issuer: string;
  /** The OAuth client that acts for the subject, if it is known. */
  readonly clientId: string | undefined;
  /** What the caller may do. */
  readonly scopes: readonly string[];
  /** When the credentials end, in milliseconds since 1970; undefined for never. */
  readonly expiresAt: number | undefined;
  /** Everything that the credentials say. */
  readonly claims: JsonObject;
}

/** A text that tells callers apart. */
export function callerKey({ issuer, subject }: Caller): string {
  return JSON.stringify([issuer, subject]);
}

/** What tells callers apart. */
type Identity = Pick<Caller, 'subject' | 'issuer'>;

/** Whether two messages come from the same subject. Without credentials all callers are the same. */
export function isSameCaller(one: Identity | undefined, other: Identity | undefined): boolean {
  return one?.subject === other?.subject && one?.issuer === other?.issuer;
}
