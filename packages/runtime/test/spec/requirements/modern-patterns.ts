// 2026-07-28: caching, pagination, multi round-trip requests, subscriptions, cancellation, progress, logging.
import { hostDuty, modern } from './types.ts';
import type { Requirements } from './types.ts';

const caching = 'server/utilities/caching';
const paging = 'server/utilities/pagination';
const rounds = 'basic/patterns/mrtr';
const listening = 'basic/patterns/subscriptions';
const cancelling = 'basic/patterns/cancellation';

export const modernPatterns: Requirements = {
  'C-01': {
    page: caching,
    revisions: modern,
    text: 'Says on the six cacheable results how long and for whom they hold, and on no question.',
  },
  'C-02': { page: caching, revisions: modern, text: 'Keeps to one scope over all pages of a list.' },
  'C-03': { page: caching, leftOut: hostDuty, text: 'Protects nothing by the scope of caching alone.' },
  'C-04': { page: caching, revisions: modern, text: 'Reports a changed list though copies are still fresh.' },
  'P-01': {
    page: paging,
    revisions: modern,
    text: 'Gives opaque cursors that stay valid and refuses those it did not give.',
  },
  'P-02': {
    page: paging,
    revisions: modern,
    text: 'Answers the lists it advertises, the same to all and after any other call.',
  },
  'P-03': { page: paging, revisions: modern, text: 'Lists tools in the same order each time.' },
  'I-01': { page: rounds, revisions: modern, text: 'Asks back only in the three methods that allow it.' },
  'I-02': { page: rounds, revisions: modern, text: 'Asks with questions, state, or both.' },
  'I-03': {
    page: rounds,
    revisions: modern,
    text: 'Puts bare questions under keys of their own: elicitation, sampling or roots.',
  },
  'I-04': {
    page: rounds,
    revisions: modern,
    text: 'Asks only in kinds and modes that this request declared, else names what is missing.',
  },
  'I-05': { page: rounds, revisions: modern, text: 'Refuses state that it did not seal.' },
  'I-06': {
    page: rounds,
    revisions: modern,
    text: 'Refuses state that is too old or was sealed for another method or other params.',
  },
  'I-07': {
    page: rounds,
    revisions: modern,
    text: 'Runs a step marked as once a single time, and a request marked as at most once a single time for each state.',
  },
  'I-08': {
    page: rounds,
    revisions: modern,
    text: 'Refuses malformed answers, overlooks superfluous ones and asks again for missing ones.',
  },
  'I-09': { page: rounds, revisions: modern, text: 'Is done with a request as soon as it asked back.' },
  'I-10': {
    page: rounds,
    revisions: modern,
    text: 'Takes a retry as a request of its own, and answers without state if none was given.',
  },
  'I-11': { page: rounds, revisions: modern, text: 'Carries earlier answers in the state over rounds.' },
  'I-12': {
    page: 'client/elicitation',
    revisions: modern,
    text: 'Sends users to https pages only, save on the same machine.',
  },
  'I-13': {
    page: 'client/elicitation',
    revisions: modern,
    text: 'Tells acceptance, refusal and dismissal apart and checks accepted answers against the form.',
  },
  'I-14': {
    page: 'client/elicitation',
    revisions: modern,
    text: 'Sends flat forms of the known fields only.',
  },
  'I-15': {
    page: 'client/sampling',
    revisions: modern,
    text: 'Keeps the rules on tool results, token limit and context in what it asks of a model.',
  },
  'U-01': {
    page: listening,
    revisions: modern,
    text: 'Serves subscriptions when it advertises any, and refuses one without a filter.',
  },
  'U-02': {
    page: listening,
    revisions: modern,
    text: 'Begins each subscription with what it honours of it.',
  },
  'U-03': { page: listening, revisions: modern, text: 'Marks each message of a subscription with its id.' },
  'U-04': { page: listening, revisions: modern, text: 'Sends nothing that was not subscribed to.' },
  'U-05': {
    page: listening,
    revisions: modern,
    text: 'Holds several subscriptions, each until it is cancelled, and is silent afterwards.',
  },
  'U-06': {
    page: listening,
    revisions: modern,
    text: 'Ends a subscription of its own accord by answering it.',
  },
  'U-07': { page: listening, revisions: modern, text: 'Reports the changes that were subscribed to.' },
  'U-08': { page: listening, revisions: modern, text: 'May report what lies below a subscribed resource.' },
  'U-09': { page: listening, revisions: modern, text: 'Forgets subscriptions with the connection.' },
  'X-01': { page: cancelling, revisions: modern, text: 'Cancels nothing itself, save subscriptions.' },
  'X-02': {
    page: cancelling,
    revisions: modern,
    text: 'Makes the reason of a cancellation known to the handler.',
  },
  'X-03': {
    page: 'basic/patterns/progress',
    revisions: modern,
    text: 'Reports growing progress under the token of a running request and none afterwards.',
  },
  'X-04': {
    page: 'server/utilities/logging',
    revisions: modern,
    text: 'Logs only for requests that set a level, from that level up, before their answer.',
  },
};
