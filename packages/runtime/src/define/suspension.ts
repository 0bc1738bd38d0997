// Suspension: the exception that stops a stateless handler until the client has answered its question.
/** Thrown by `ctx.ask` and caught by the runtime (2026-07-28, basic/patterns/mrtr). Handlers let it pass. */
export class Suspension extends Error {
  override readonly name = 'Suspension';

  constructor() {
    super('The handler waits for an answer of the client and will be run again. Let this exception pass.');
  }
}

/**
 * Whether an error is the exception by which `ctx.ask` stops a stateless handler (2026-07-28, basic/patterns/mrtr). It is no
 * failure: middleware that catches it must throw it again.
 */
export function isSuspension(error: unknown): boolean {
  return error instanceof Suspension;
}
