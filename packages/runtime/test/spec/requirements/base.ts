// JSON-RPC 2.0 under every stateful revision: ids, results, errors, notifications, batches.
import { allButBatches, connected, only20250326, stateful, kept, over } from './types.ts';
import type { Requirements } from './types.ts';

const page = 'basic/index';

export const base: Requirements = {
  ...kept(page, stateful, {
    'BASE-1': 'Marks each message with JSON-RPC version "2.0" and refuses messages that carry another mark.',
    'BASE-4': 'Answers under the very id it was asked with, same type; 0 and the empty string are ids.',
    'BASE-5': 'Answers with a result or an error, never with both.',
    'BASE-6': 'Sends an object as result, empty when there is nothing to say.',
    'BASE-7': 'Describes an error by an integer code and one short sentence.',
    'BASE-8': 'Leaves the id out of an error when it could not read one.',
    'BASE-9': 'Stays silent on every notification, also unknown or broken ones.',
    'BASE-10': 'Sends its own notifications without an id.',
    'BASE-11': 'Refuses a request whose id is null instead of running it.',
    'BASE-12':
      'Tells unreadable JSON, illegal messages, unknown methods, bad params and own crashes apart by code.',
    'BASE-13': 'Knows no method that belongs to a capability it has not declared.',
    'BASE-14': 'Keeps its error codes to the standard ones and the band that servers may use.',
    'BASE-15': 'Overlooks members of params and capabilities it does not know.',
    'BASE-21': 'Reads and writes UTF-8.',
  }),
  ...kept(page, over(connected, stateful), {
    'BASE-2': 'Gives its own requests ids that are strings or integers.',
    'BASE-3': 'Uses each own request id only once per connection.',
    'BASE-22': 'Refuses a second request under an id that is still being worked on, and finishes the first.',
  }),
  ...kept(page, only20250326, {
    'BASE-16': 'Accepts an array of messages where batches exist.',
    'BASE-18': 'Refuses a handshake that arrives inside a batch.',
    'BASE-19': 'Answers a batch by one array holding a response per request, and by silence if it held none.',
  }),
  ...kept(page, over(connected, allButBatches), {
    'BASE-17': 'Sends each message on its own, never in an array.',
  }),
  ...kept(page, allButBatches, {
    'BASE-20': 'Refuses an array as a whole where batches do not exist, running none of its messages.',
  }),
};
