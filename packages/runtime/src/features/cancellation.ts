// Cancellation: the client no longer wants an answer (basic/utilities/cancellation).
import type { ServerPart } from '../conversation/feature.ts';

/** notifications/cancelled. Aborts the request's signal; no answer follows. */
export function cancellation(): ServerPart {
  return {
    notifications: {
      'notifications/cancelled': (host, { requestId, reason }) => host.cancel(requestId, reason),
    },
  };
}
