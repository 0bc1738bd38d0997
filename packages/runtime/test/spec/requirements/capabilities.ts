// What each side declares in the handshake, and what may be sent because of it.
import {
  connected,
  laterTasks,
  only20241105,
  only20251125,
  since20250326,
  since20250618,
  stateful,
  kept,
  leftOut,
  over,
} from './types.ts';
import type { Requirements } from './types.ts';

const page = 'basic/lifecycle';

export const capabilities: Requirements = {
  ...kept(page, stateful, {
    'CAP-1': 'Declares each feature it serves and no other.',
    'CAP-2': 'Declares tools, resources, prompts and logging exactly when it has them.',
    'CAP-5': 'Promises list changes and subscriptions only when it delivers them.',
    'CAP-6': 'Answers the list method of a declared feature even when empty.',
    'CAP-8': 'Passes experimental capabilities on in both directions.',
    'CAP-9': 'Asks for roots only a client that declared them.',
    'CAP-10': 'Asks for sampling only a client that declared it.',
    'CAP-16': 'Leaves its declaration unchanged after the handshake.',
  }),
  ...kept(page, since20250326, {
    'CAP-3': 'Declares completions when an argument can be completed.',
  }),
  ...kept(page, only20241105, {
    'CAP-4': 'Completes arguments without a flag where none exists.',
  }),
  ...leftOut(page, laterTasks, {
    'CAP-7': 'Declares which requests may become tasks.',
    'CAP-15': 'Turns own requests into tasks only if the client allows it.',
  }),
  ...kept(page, only20251125, {
    'CAP-11': 'Offers tools to the model only when the client declared tools for sampling.',
    'CAP-14': 'Never uses a mode of elicitation the client did not list.',
  }),
  ...kept(page, over(connected, only20251125), {
    'CAP-12': 'Asks for context of other servers only when the client declared context for sampling.',
  }),
  ...kept(page, since20250618, {
    'CAP-13': 'Puts questions to the user only when the client declared elicitation; bare means forms.',
  }),
};
