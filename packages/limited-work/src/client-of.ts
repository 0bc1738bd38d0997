// Client: whom a call counts for, where clients share capacity.
import type { Context } from '@mcp/runtime';

/** Returns the caller if there are credentials, or else the session. Stateless clients without them are one. */
export const clientOf = ({ caller, session }: Partial<Context> = {}): unknown =>
  caller === undefined ? session : JSON.stringify([caller.issuer, caller.subject]);
