// Channel: where the messages of one conversation, or of one request, are sent.

/** A sink for whole JSON-RPC messages, each given as JSON text. Transports implement it. */
export interface Channel {
  /** Sends one message (or one batch). Never throws; does nothing once closed. */
  send(text: string): void;
}
