// HTTP+SSE, the transport of 2024-11-05, which clients of later revisions may use too.
import { httpSseOnly, since20250326, stateful } from './types.ts';
import type { Requirements } from './types.ts';

const sse = { page: 'basic/transports', revisions: stateful, transports: httpSseOnly };
/** These are about living beside Streamable HTTP, which the first revision does not know. */
const beside = { ...sse, revisions: since20250326 };

export const httpSse: Requirements = {
  'SSE-1': { ...sse, text: 'Offers one path for the event stream and one for messages.' },
  'SSE-2': { ...sse, text: 'Tells the path for messages in the first event.' },
  'SSE-3': { ...sse, text: 'Sends each message as an event of that name.' },
  'SSE-4': { ...sse, text: 'Accepts messages without answering them in place.' },
  'SSE-5': { ...sse, text: 'Checks where a connection comes from.' },
  'SSE-6': { ...sse, text: 'Listens on the local address when used locally.' },
  'SSE-7': { ...sse, text: 'Checks credentials on both paths.' },
  'SSE-8': { ...sse, text: 'Uses a key that cannot be guessed in the path for messages.' },
  'SSE-9': { ...sse, text: 'Ends the session with the stream.' },
  'SSE-10': { ...beside, text: 'Serves the old paths beside the new one.' },
  'SSE-11': { ...beside, text: 'Lets old clients find out which transport is meant.' },
};
