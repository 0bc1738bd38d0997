// HTTP+SSE, the transport of 2024-11-05, which clients of later revisions may use too.
import { httpSseOnly, since20250326, stateful, kept, over } from './types.ts';
import type { Requirements } from './types.ts';

const transports = 'basic/transports';

export const httpSse: Requirements = {
  ...kept(transports, over(httpSseOnly, stateful), {
    'SSE-1': 'Offers one path for the event stream and one for messages.',
    'SSE-2': 'Tells the path for messages in the first event.',
    'SSE-3': 'Sends each message as an event of that name.',
    'SSE-4': 'Accepts messages without answering them in place.',
    'SSE-5': 'Checks where a connection comes from.',
    'SSE-6': 'Listens on the local address when used locally.',
    'SSE-7': 'Checks credentials on both paths.',
    'SSE-8': 'Uses a key that cannot be guessed in the path for messages.',
    'SSE-9': 'Ends the session with the stream.',
  }),
  ...kept(transports, over(httpSseOnly, since20250326), {
    'SSE-10': 'Serves the old paths beside the new one.',
    'SSE-11': 'Lets old clients find out which transport is meant.',
  }),
};
