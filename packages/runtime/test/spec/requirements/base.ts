// JSON-RPC 2.0 under every stateful revision: ids, results, errors, notifications, batches.
import { allButBatches, connected, only20250326, stateful } from './types.ts';
import type { Requirements } from './types.ts';

const page = 'basic/index';

export const base: Requirements = {
  'BASE-1': {
    page,
    revisions: stateful,
    text: 'Marks each message with JSON-RPC version "2.0" and refuses messages that carry another mark.',
  },
  'BASE-2': {
    page,
    revisions: stateful,
    transports: connected,
    text: 'Gives its own requests ids that are strings or integers.',
  },
  'BASE-3': {
    page,
    revisions: stateful,
    transports: connected,
    text: 'Uses each own request id only once per connection.',
  },
  'BASE-4': {
    page,
    revisions: stateful,
    text: 'Answers under the very id it was asked with, same type; 0 and the empty string are ids.',
  },
  'BASE-5': { page, revisions: stateful, text: 'Answers with a result or an error, never with both.' },
  'BASE-6': {
    page,
    revisions: stateful,
    text: 'Sends an object as result, empty when there is nothing to say.',
  },
  'BASE-7': {
    page,
    revisions: stateful,
    text: 'Describes an error by an integer code and one short sentence.',
  },
  'BASE-8': { page, revisions: stateful, text: 'Leaves the id out of an error when it could not read one.' },
  'BASE-9': {
    page,
    revisions: stateful,
    text: 'Stays silent on every notification, also unknown or broken ones.',
  },
  'BASE-10': { page, revisions: stateful, text: 'Sends its own notifications without an id.' },
  'BASE-11': { page, revisions: stateful, text: 'Refuses a request whose id is null instead of running it.' },
  'BASE-12': {
    page,
    revisions: stateful,
    text: 'Tells unreadable JSON, illegal messages, unknown methods, bad params and own crashes apart by code.',
  },
  'BASE-13': {
    page,
    revisions: stateful,
    text: 'Knows no method that belongs to a capability it has not declared.',
  },
  'BASE-14': {
    page,
    revisions: stateful,
    text: 'Keeps its error codes to the standard ones and the band that servers may use.',
  },
  'BASE-15': {
    page,
    revisions: stateful,
    text: 'Overlooks members of params and capabilities it does not know.',
  },
  'BASE-16': { page, revisions: only20250326, text: 'Accepts an array of messages where batches exist.' },
  'BASE-17': {
    page,
    revisions: allButBatches,
    transports: connected,
    text: 'Sends each message on its own, never in an array.',
  },
  'BASE-18': { page, revisions: only20250326, text: 'Refuses a handshake that arrives inside a batch.' },
  'BASE-19': {
    page,
    revisions: only20250326,
    text: 'Answers a batch by one array holding a response per request, and by silence if it held none.',
  },
  'BASE-20': {
    page,
    revisions: allButBatches,
    text: 'Refuses an array as a whole where batches do not exist, running none of its messages.',
  },
  'BASE-21': { page, revisions: stateful, text: 'Reads and writes UTF-8.' },
  'BASE-22': {
    page,
    revisions: stateful,
    transports: connected,
    text: 'Refuses a second request under an id that is still being worked on, and finishes the first.',
  },
};
