// InterceptedRequest: one request as middleware sees it. Nothing internal is reachable from it.
import type { Context } from '../define/context.ts';
import type { ChangeableRequest } from '../define/middleware.ts';
import type { AroundQuestion } from '../define/question.ts';
import type { Tool } from '../define/tool.ts';
import { callerKey } from '../jsonrpc/channel.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import type { ServerRequest } from './request.ts';

/** Finds the tool that a request calls. */
type ToolOf = (params: JsonObject) => Tool | undefined;

/** One request as middleware sees it. */
export class InterceptedRequest implements ChangeableRequest {
  readonly params: JsonObject;
  readonly #request: ServerRequest;
  readonly #toolOf: ToolOf;

  constructor(request: ServerRequest, toolOf: ToolOf, params: JsonObject = request.params) {
    this.#request = request;
    this.#toolOf = toolOf;
    this.params = params;
  }

  with(params: JsonObject): InterceptedRequest {
    return new InterceptedRequest(this.#request, this.#toolOf, params);
  }

  get tool(): Tool | undefined {
    return this.#toolOf(this.params);
  }

  get method(): string {
    return this.#request.call.method;
  }

  get ctx(): Context {
    return this.#request.ctx;
  }

  get connection(): string | undefined {
    const { id, channel } = this.#request.host;
    return channel.isSingleUse === true ? undefined : id;
  }

  get sender(): string | undefined {
    const { caller, call } = this.#request;
    return caller === undefined ? (this.connection ?? call.channel.origin) : callerKey(caller);
  }

  get isCancelled(): boolean {
    return this.#request.execution.settled;
  }

  abort(reason: DOMException): void {
    this.#request.execution.abort(reason);
  }

  onAsking(listener: (isAsking: boolean) => void): void {
    this.#request.waiting.onAsking(listener);
  }

  aroundQuestions(around: AroundQuestion): void {
    const { aroundQuestion: outer } = this.#request;
    this.#request.aroundQuestion = (question, ask) => outer(question, (asked) => around(asked, ask));
  }
}
