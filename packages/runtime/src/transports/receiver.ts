// Receiver: what a transport needs of a conversation.
import type { Channel } from '../jsonrpc/channel.ts';

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
