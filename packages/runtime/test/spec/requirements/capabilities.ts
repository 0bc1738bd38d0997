// What each side declares in the handshake, and what may be sent because of it.
import {
  connected,
  laterTasks,
  only20241105,
  only20251125,
  since20250326,
  since20250618,
  stateful,
} from './types.ts';
import type { Requirements } from './types.ts';

const page = 'basic/lifecycle';

export const capabilities: Requirements = {
  'CAP-1': { page, revisions: stateful, text: 'Declares each feature it serves and no other.' },
  'CAP-2': {
    page,
    revisions: stateful,
    text: 'Declares tools, resources, prompts and logging exactly when it has them.',
  },
  'CAP-3': {
    page,
    revisions: since20250326,
    text: 'Declares completions when an argument can be completed.',
  },
  'CAP-4': { page, revisions: only20241105, text: 'Completes arguments without a flag where none exists.' },
  'CAP-5': {
    page,
    revisions: stateful,
    text: 'Promises list changes and subscriptions only when it delivers them.',
  },
  'CAP-6': {
    page,
    revisions: stateful,
    text: 'Answers the list method of a declared feature even when empty.',
  },
  'CAP-7': { page, leftOut: laterTasks, text: 'Declares which requests may become tasks.' },
  'CAP-8': { page, revisions: stateful, text: 'Passes experimental capabilities on in both directions.' },
  'CAP-9': { page, revisions: stateful, text: 'Asks for roots only a client that declared them.' },
  'CAP-10': { page, revisions: stateful, text: 'Asks for sampling only a client that declared it.' },
  'CAP-11': {
    page,
    revisions: only20251125,
    text: 'Offers tools to the model only when the client declared tools for sampling.',
  },
  'CAP-12': {
    page,
    revisions: only20251125,
    transports: connected,
    text: 'Asks for context of other servers only when the client declared context for sampling.',
  },
  'CAP-13': {
    page,
    revisions: since20250618,
    text: 'Puts questions to the user only when the client declared elicitation; bare means forms.',
  },
  'CAP-14': {
    page,
    revisions: only20251125,
    text: 'Never uses a mode of elicitation the client did not list.',
  },
  'CAP-15': {
    page,
    leftOut: laterTasks,
    text: 'Turns own requests into tasks only if the client allows it.',
  },
  'CAP-16': { page, revisions: stateful, text: 'Leaves its declaration unchanged after the handshake.' },
};
