// 2026-07-28: caching, pagination, multi round-trip requests, subscriptions, cancellation, progress, logging.
import { hostDuty, modern, kept, leftOut } from './types.ts';
import type { Requirements } from './types.ts';

const caching = 'server/utilities/caching';

export const modernPatterns: Requirements = {
  ...kept(caching, modern, {
    'C-01': 'Says on the six cacheable results how long and for whom they hold, and on no question.',
    'C-02': 'Keeps to one scope over all pages of a list.',
    'C-04': 'Reports a changed list though copies are still fresh.',
  }),
  ...leftOut(caching, hostDuty, {
    'C-03': 'Protects nothing by the scope of caching alone.',
  }),
  ...kept('server/utilities/pagination', modern, {
    'P-01': 'Gives opaque cursors that stay valid and refuses those it did not give.',
    'P-02': 'Answers the lists it advertises, the same to all and after any other call.',
    'P-03': 'Lists tools in the same order each time.',
  }),
  ...kept('basic/patterns/mrtr', modern, {
    'I-01': 'Asks back only in the three methods that allow it.',
    'I-02': 'Asks with questions, state, or both.',
    'I-03': 'Puts bare questions under keys of their own: elicitation, sampling or roots.',
    'I-04': 'Asks only in kinds and modes that this request declared, else names what is missing.',
    'I-05': 'Refuses state that it did not seal.',
    'I-06': 'Refuses state that is too old or was sealed for another method or other params.',
    'I-07':
      'Runs a step marked as once a single time, and a request marked as at most once a single time for each state.',
    'I-08': 'Refuses malformed answers, overlooks superfluous ones and asks again for missing ones.',
    'I-09': 'Is done with a request as soon as it asked back.',
    'I-10': 'Takes a retry as a request of its own, and answers without state if none was given.',
    'I-11': 'Carries earlier answers in the state over rounds.',
  }),
  ...kept('client/elicitation', modern, {
    'I-12': 'Sends users to https pages only, save on the same machine.',
    'I-13': 'Tells acceptance, refusal and dismissal apart and checks accepted answers against the form.',
    'I-14': 'Sends flat forms of the known fields only.',
  }),
  ...kept('client/sampling', modern, {
    'I-15': 'Keeps the rules on tool results, token limit and context in what it asks of a model.',
  }),
  ...kept('basic/patterns/subscriptions', modern, {
    'U-01': 'Serves subscriptions when it advertises any, and refuses one without a filter.',
    'U-02': 'Begins each subscription with what it honours of it.',
    'U-03': 'Marks each message of a subscription with its id.',
    'U-04': 'Sends nothing that was not subscribed to.',
    'U-05': 'Holds several subscriptions, each until it is cancelled, and is silent afterwards.',
    'U-06': 'Ends a subscription of its own accord by answering it.',
    'U-07': 'Reports the changes that were subscribed to.',
    'U-08': 'May report what lies below a subscribed resource.',
    'U-09': 'Forgets subscriptions with the connection.',
  }),
  ...kept('basic/patterns/cancellation', modern, {
    'X-01': 'Cancels nothing itself, save subscriptions.',
    'X-02': 'Makes the reason of a cancellation known to the handler.',
  }),
  ...kept('basic/patterns/progress', modern, {
    'X-03': 'Reports growing progress under the token of a running request and none afterwards.',
  }),
  ...kept('server/utilities/logging', modern, {
    'X-04': 'Logs only for requests that set a level, from that level up, before their answer.',
  }),
};
