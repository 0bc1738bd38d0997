// DefinitionError, for invalid definitions, and Suspension, which stops a stateless handler until the client has
// answered.

/** A server, tool, resource or prompt that is not legal MCP. The message says which one, what is wrong, what to do. */
export class DefinitionError extends TypeError {
  override readonly name = 'DefinitionError';
}

/** Thrown by `ctx.ask` and caught by the runtime (2026-07-28, basic/patterns/mrtr). Handlers let it pass. */
export class Suspension extends Error {
  override readonly name = 'Suspension';

  constructor() {
    super('The handler waits for an answer of the client and will be run again. Let this exception pass.');
  }
}

/**
 * Whether an error is the exception by which `ctx.ask` stops a stateless handler (2026-07-28, basic/patterns/mrtr). It
 * is not a failure: middleware that catches it must rethrow it.
 */
export function isSuspension(error: unknown): boolean {
  return error instanceof Suspension;
}
