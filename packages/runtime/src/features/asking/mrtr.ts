// Multi round-trip requests: one `ctx.ask` for both eras (basic/patterns/mrtr, from 2026-07-28; questions in sessions before).
import type { Questions } from '../../conversation/host.ts';
import type { ServerRequest } from '../../conversation/request.ts';
import { agree, elicit, elicitUrl } from './elicitation.ts';
import type { Rounds } from './question.ts';
import { listRoots } from './roots.ts';
import { sample } from './sampling.ts';
import { SessionRounds } from './session-rounds.ts';
import type { StateSeal } from './state-seal.ts';
import { StatelessRounds } from './stateless-rounds.ts';

/** How questions behave. */
export interface AskSettings {
  /** Milliseconds to wait for an answer in a session, unless the question says otherwise. */
  readonly timeoutMs: number;
  /** Seals what must survive between the rounds of a stateless request. */
  readonly seal: StateSeal;
}

/** Makes `ctx.ask` and `ctx.once` for one request, as its era asks. */
export function createQuestions(request: ServerRequest, { timeoutMs, seal }: AskSettings): Questions {
  const { session } = request;
  if (session === undefined) return toQuestions(new StatelessRounds(request, seal));
  return toQuestions(new SessionRounds(request, session, timeoutMs));
}

/** Makes `ctx.ask` and `ctx.once` of a way to ask the client. Errors: see `Ask`. */
export function toQuestions(rounds: Rounds): Questions {
  const { request } = rounds;
  const asked = <T>(answer: Promise<T>): Promise<T> => {
    request.asking(answer);
    return mayBeLeft(answer);
  };
  return {
    ask: {
      agree: (key, message) => asked(agree(rounds, checkKey(key), message)),
      elicit: (key, question) => asked(elicit(rounds, checkKey(key), question)),
      elicitUrl: (key, question) => asked(elicitUrl(rounds, checkKey(key), question)),
      sample: (key, params, options) => asked(sample(rounds, checkKey(key), params, options)),
      roots: () => asked(listRoots(rounds)),
    },
    once: (key, fn) => mayBeLeft(rounds.once(checkKey(key), fn)),
    resume: () => rounds.resume?.() ?? Promise.resolve(),
    consumeState: () => rounds.consumeState?.() ?? Promise.resolve(),
    unanswered: () => rounds.unanswered?.(),
  };
}

// A handler that asks two things and awaits one after the other leaves the second alone when the first rejects. That must
// not count as an unhandled rejection, which would end the process.
function mayBeLeft<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

const KEY = /^[A-Za-z][\w.-]{0,63}$/;

// Keys travel to the client and back. A slash is kept for the runtime's own key, `roots/list`.
function checkKey(key: string): string {
  if (KEY.test(key)) return key;
  throw new TypeError(
    `a key is 1 to 64 letters, digits, _ . - and begins with a letter, not ${JSON.stringify(key)}`,
  );
}
