// Questions in a session: they are sent to the client while the handler waits (up to 2025-11-25).
import type { Rounds, SentQuestion } from '../../conversation/questions.ts';
import type { ServerRequest } from '../../conversation/request.ts';
import type { Session } from '../../conversation/session.ts';
import { AskError } from '../../define/question.ts';
import type { JsonObject } from '../../jsonrpc/json.ts';
import type { Root } from '../../protocol/types.ts';

/** Asks at once. */
export class SessionRounds implements Rounds<ServerRequest> {
  readonly #session: Session;
  readonly #timeoutMs: number;

  constructor(session: Session, timeoutMs: number) {
    this.#session = session;
    this.#timeoutMs = timeoutMs;
  }

  readonly areRequests = true;

  roots(fetch: () => Promise<readonly Root[]>): Promise<readonly Root[]> {
    return this.#session.rootsFrom(fetch);
  }

  completed({ host }: ServerRequest, elicitationId: string): void {
    host.notify('notifications/elicitation/complete', { elicitationId });
  }

  async ask(
    { call, execution, host }: ServerRequest,
    _key: string,
    { method, params, sent, shared, maxWaitMs = Infinity, timeoutMs = this.#timeoutMs }: SentQuestion,
  ): Promise<JsonObject> {
    // basic/lifecycle, "Initialization": the client gets no questions before it has said that it is ready.
    if (this.#session.state !== 'ready')
      throw new AskError(`The client cannot be asked before notifications/initialized`);
    const signal = shared === true ? new AbortController().signal : execution.signal;
    return host.ask(method, params, {
      channel: call.channel,
      signal,
      sent,
      timeoutMs: Math.min(timeoutMs, maxWaitMs),
    });
  }
}
