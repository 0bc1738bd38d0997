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
  /** A header by its name, in any case; several of one name are joined with ", ". Undefined when there is none. */
  get(name: string): string | undefined;
}

/** A sink for whole JSON-RPC messages, each given as JSON text. Transports implement it. */
export interface Channel {
  /** Who sends what comes in on this channel, where the transport knows. */
  readonly caller?: Caller | undefined;
  /** The headers of the HTTP request that brings what comes in on this channel. */
  readonly headers?: RequestHeaders | undefined;
  /** It carries one request and its answer; the next request has a channel of its own. */
  readonly isSingleUse?: boolean;
  /** Where what comes in is from, like an address, when the channel is for one use and the transport knows. */
  readonly origin?: string | undefined;
  /** Sends one message (or one batch). Never throws; does nothing once closed. `answer` is given for the last one. */
  send(text: string, answer?: Answer): void;
  /** Undefined when there is room for more messages; else a promise that resolves when there is. Calls wait for it. */
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

/** Who sends a message, as the transport has found out from its credentials. */
export interface Caller {
  /** The user or machine that the credentials belong to; unique together with `issuer`. */
  readonly subject: string;
  /** Who says so: the URL of the authorization server, or a name of our own for other credentials. */
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
