// Who asks, where servers share what they have between clients.
import type { Context } from '@mcp/runtime';

/**
 * Who asks: the caller where credentials say it, else the session. Stateless requests without credentials are one
 * client.
 */
export const clientOf = ({ caller, session }: Partial<Context> = {}): unknown =>
  caller === undefined ? session : JSON.stringify([caller.issuer, caller.subject]);
