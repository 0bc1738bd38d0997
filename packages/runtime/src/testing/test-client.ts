// TestClient: the client of a test.
import type { JsonObject } from '../jsonrpc/json.ts';
import type { RequestId } from '../jsonrpc/message.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { ClientCapabilities, Implementation } from '../protocol/types.ts';
import type { Exit } from './program.ts';

/** Answers a question of the server: returns the result, or throws an `RpcError`. */
export type Answer = (params: JsonObject) => JsonObject | Promise<JsonObject>;

/** How a test client connects. */
export interface ConnectOptions {
  /** Default: the newest. Stateful revisions do the handshake first. */
  readonly revision?: Revision;
  /**
   * `stdio` runs the real stdio transport over a pair of in-process streams. `http` speaks Streamable HTTP to the
   * web-standard handler, without a port; 2024-11-05 does not have it. Default `memory`. A program is always reached
   * over its stdin and stdout.
   */
  readonly transport?: 'memory' | 'stdio' | 'http';
  /** Over HTTP: false serves earlier revisions without sessions. Default true. */
  readonly sessions?: boolean;
  /** What the client declares, at `initialize` or in every request. Default: nothing. */
  readonly capabilities?: ClientCapabilities;
  /** Default: `test-client` 1.0.0. */
  readonly clientInfo?: Implementation;
  /** Answers to the server's questions, by method (`elicitation/create`, `sampling/createMessage`, `roots/list`). */
  readonly answers?: { readonly [method: string]: Answer };
  /**
   * Runs a handler twice if it asks, in 2026-07-28, and compares its questions: a request fails if they differ, because
   * the handler acted before it asked. Default false.
   */
  readonly repeat?: boolean;
  /** False leaves `initialize` (or `server/discover`) to the test. Default true. */
  readonly initialize?: boolean;
}

/** How one request of a test client is sent. */
export interface RequestOptions {
  /** Default: integers from 1. */
  readonly id?: RequestId;
  /** Further members of `params._meta`; they win over those in `params`. */
  readonly _meta?: JsonObject;
  /** False returns `input_required` results of stateless revisions instead of answering them. Default true. */
  readonly answer?: boolean;
}

/** A client for tests. `sent` and `received` hold everything on the wire. */
export interface TestClient {
  readonly revision: Revision;
  /** The result of `initialize` (or `server/discover`). */
  readonly server: JsonObject;
  /** Every message, in order, as parsed JSON. */
  readonly sent: readonly unknown[];
  readonly received: readonly unknown[];
  /**
   * Sends a request, with the envelope if the revision has one, and resolves with its result. There is no time-out.
   * Rejects with `RpcError` on an error answer, and after 16 rounds of questions.
   */
  request(method: string, params?: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  /**
   * Calls a tool as a task (2026-07-28, extension `tasks()`), answers its questions, and resolves with the finished
   * task. Rejects with `TypeError` if the call is answered without a task.
   */
  task(name: string, args?: JsonObject): Promise<JsonObject>;
  /** Sends a notification. Over HTTP, `notifications/cancelled` of 2026-07-28 closes the response instead. */
  notify(method: string, params?: JsonObject): void;
  /** Sends anything, as it is: a string unchanged (one line), other values as JSON. */
  send(message: unknown): void;
  /** The notifications received so far, of one method or all. */
  notifications(method?: string): JsonObject[];
  /** Resolves with the first received message (past ones too) that fits; rejects after `timeoutMs` (default 10,000). */
  waitFor(fits: (message: JsonObject) => boolean, timeoutMs?: number): Promise<JsonObject>;
  /** Ends the connection; resolves when the server has answered what it accepted. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A test client of a program. */
export interface ProgramClient extends TestClient {
  /** What the program wrote to stderr so far. */
  readonly stderr: string;
  /** Resolves when the program has ended: `close` ends its input, and waits for that. */
  readonly exited: Promise<Exit>;
}
