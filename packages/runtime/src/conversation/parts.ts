// The parts of a request that features provide: progress, log messages and questions to the client.
import type { Ask } from '../define/context.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import type { LogLevel } from '../protocol/types.ts';

/** What the progress feature keeps for one request. */
export interface ProgressReporter {
  report(progress: number, total: number | undefined, message: string | undefined): void;
  /** Sends what was held back. Called before the answer. */
  flush(): void;
  /** How long the answer should wait, if it should. */
  pause(): Promise<void> | undefined;
}

/** What the multi-round-trip feature keeps for one request. */
export interface Questions {
  /** What authors ask with. */
  readonly ask: Ask;
  once<T>(key: string, fn: () => T | Promise<T>): Promise<T>;
  /** Reads and checks the answers that a retry brings. Rejects with −32602 when they are malformed or not ours. */
  resume(): Promise<void>;
  /** Uses up the state that a retry brings. Rejects with −32602 when it was used before. */
  consumeState(): Promise<void>;
  /** The result that asks the client, when there are unanswered questions; else undefined. */
  unanswered(): Promise<JsonObject> | undefined;
}

/** Makes the parts of a request, each on first use. */
export interface RequestParts<Request> {
  progress(request: Request): ProgressReporter;
  log(request: Request, level: LogLevel, data: unknown, logger: string | undefined): void;
  questions(request: Request): Questions;
}
