// Cancellation: the client no longer wants an answer (basic/utilities/cancellation).
import type { Feature } from '../conversation/feature.ts';

/** notifications/cancelled. Aborts the request's signal; no answer follows. */
export function cancellation(): Feature {
  return {
    page: 'basic/utilities/cancellation',
    notifications: {
      'notifications/cancelled': (conversation, { requestId, reason }) =>
        conversation.cancel(requestId, reason),
    },
  };
}
