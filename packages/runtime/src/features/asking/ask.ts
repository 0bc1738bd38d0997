// Multi round-trip requests: one `ctx.ask` for both eras (basic/patterns/mrtr, from 2026-07-28; questions in sessions
// before).
import { checkKey, mayBeLeft, type Rounds } from '../../conversation/questions.ts';
import type { RequestQuestions, ServerRequest } from '../../conversation/request.ts';
import type { Ask } from '../../define/context.ts';
import { agree, elicit, elicitUrl } from './elicitation.ts';
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

/** How the era of a request asks. */
export function createRounds(
  request: ServerRequest,
  { timeoutMs, seal }: AskSettings,
): Rounds<ServerRequest> {
  const { session } = request;
  return session === undefined ? new StatelessRounds(request, seal) : new SessionRounds(session, timeoutMs);
}

/** Makes `ctx.ask`. Errors: see `Ask`. */
export function createAsk(questions: RequestQuestions): Ask {
  const { request } = questions;
  const asked = <T>(answer: Promise<T>): Promise<T> => {
    request.waiting.asking(answer);
    return mayBeLeft(answer);
  };
  return {
    agree: (key, message) => asked(agree(questions, checkKey(key), message)),
    elicit: (key, question) => asked(elicit(questions, checkKey(key), question)),
    elicitUrl: (key, question) => asked(elicitUrl(questions, checkKey(key), question)),
    sample: (key, params, options) => asked(sample(questions, checkKey(key), params, options)),
    roots: () => asked(listRoots(questions)),
    raw: (key, question) => asked(questions.ask(checkKey(key), question)),
  };
}
