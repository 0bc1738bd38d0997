// InnerCall: a request that an extension makes on behalf of another one. It passes all checks of a client's request and
// uses the slot of the outer one, which is why the calls of one request run one after another.
import { isSuspension, Suspension } from '../define/errors.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import { Call } from '../jsonrpc/call.ts';
import { checkAllowed, dispatch, type Route } from './dispatch.ts';
import type { Rounds } from './questions.ts';
import type { ServerRequest } from './request.ts';

/** The calls of one request so far. */
interface Line {
  count: number;
  last: Promise<unknown>;
}

const lines = new WeakMap<Call, Line>();

/**
 * Handles a request inside of another one. A call that is done is not repeated when a later one asks the client and the
 * outer request is run again. Rejects as the client would be refused, and with `TypeError` if the outer method runs
 * without a slot.
 */
export function callInside(
  outer: ServerRequest,
  route: () => Route,
  method: string,
  params: JsonObject,
): Promise<JsonObject> {
  if (outer.row.admitted !== true)
    return Promise.reject(new TypeError(`${outer.method} calls ${method}: its row needs "admitted: true"`));
  const line = lines.get(outer.call) ?? { count: 0, last: Promise.resolve() };
  lines.set(outer.call, line);
  const prefix = `call/${++line.count}`;
  const run = (): Promise<JsonObject> =>
    outer.questions.once(prefix, () => runInside(outer, route(), { method, params, prefix }));
  // What comes behind a question waits for its answer too.
  const done = line.last.then(run, (error: unknown) => (isSuspension(error) ? Promise.reject(error) : run()));
  line.last = done;
  return done;
}

async function runInside(
  outer: ServerRequest,
  route: Route,
  {
    method,
    params,
    prefix,
  }: { readonly method: string; readonly params: JsonObject; readonly prefix: string },
): Promise<JsonObject> {
  // One token reports one progress, that of the outer request.
  const { progressToken: _token, ...meta } = outer.meta;
  const request = { kind: 'request', id: outer.call.id, method, params: { _meta: meta, ...params } } as const;
  const call = new Call(request, outer.call.channel, undefined);
  const { signal } = outer.execution;
  const stop = (): void => {
    call.settle();
    call.abort(signal.reason as DOMException);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    const inner = outer.inside(call, route.row, roundsInside(outer, `${prefix}/`));
    checkAllowed(inner, route);
    const text = await dispatch(inner, route);
    return text.toJSON() as JsonObject;
  } finally {
    signal.removeEventListener('abort', stop);
    call.settle();
  }
}

/** Asks as the outer request does, under its own keys. */
function roundsInside(outer: ServerRequest, prefix: string): Rounds<ServerRequest> {
  const { questions, rounds } = outer;
  return {
    ask: (_, key, question) => {
      const answer = questions.ask(question.shared === true ? key : prefix + key, question);
      outer.waiting.asking(answer);
      return answer;
    },
    answer: (key) => rounds.answer?.(prefix + key),
    once: (key, fn) => questions.once(prefix + key, fn),
    malformed: (key, problem) => questions.malformed(prefix + key, problem),
    consumeState: async () => rounds.consumeState?.(),
    unanswered: () => (rounds.isAsking === true ? Promise.reject(new Suspension()) : undefined),
  };
}
