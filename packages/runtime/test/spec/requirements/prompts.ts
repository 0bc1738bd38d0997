// Prompts and completion of the stateful revisions.
import { authorDuty, since20250326, since20250618, stateful } from './types.ts';
import type { Requirements } from './types.ts';

const prompting = 'server/prompts';
const completing = 'server/utilities/completion';

export const prompts: Requirements = {
  'PRM-1': {
    page: prompting,
    revisions: stateful,
    text: 'Declares prompts and says when their list changed.',
  },
  'PRM-2': {
    page: prompting,
    revisions: stateful,
    text: 'Refuses an unknown prompt or a missing argument as bad params, own failures as internal.',
  },
  'PRM-3': {
    page: prompting,
    revisions: stateful,
    text: 'Checks that arguments are strings before it runs.',
  },
  'PRM-4': {
    page: prompting,
    revisions: stateful,
    text: 'Sends messages of a role and one content block each.',
  },
  'PRM-5': { page: prompting, revisions: stateful, text: 'Sends images and audio as base64 with MIME type.' },
  'PRM-6': {
    page: prompting,
    revisions: stateful,
    text: 'Embeds resources with URI, MIME type and contents.',
  },
  'PRM-7': { page: prompting, revisions: since20250618, text: 'Sends links to resources in prompts.' },
  'PRM-8': { page: prompting, leftOut: authorDuty, text: 'Guards prompts against injected instructions.' },
  'PRM-9': {
    page: prompting,
    revisions: since20250618,
    text: 'Lists titles, and where known icons, of prompts.',
  },
  'CMP-1': { page: completing, revisions: since20250326, text: 'Declares completions when it offers any.' },
  'CMP-2': {
    page: completing,
    revisions: stateful,
    text: 'Completes arguments of prompts by name and variables of templates by URI template.',
  },
  'CMP-3': {
    page: completing,
    revisions: stateful,
    text: 'Sends at most a hundred values and tells the truth about how many there are.',
  },
  'CMP-4': {
    page: completing,
    revisions: stateful,
    text: 'Refuses an unknown reference or a missing argument as bad params, own failures as internal.',
  },
  'CMP-5': { page: completing, revisions: since20250618, text: 'Completes with the arguments known so far.' },
  'CMP-6': { page: completing, revisions: stateful, text: "Keeps the completer's order, best match first." },
  'CMP-7': { page: completing, leftOut: authorDuty, text: 'Limits how often completions are asked for.' },
  'CMP-8': { page: completing, leftOut: authorDuty, text: 'Suggests nothing that the asker may not see.' },
  'CMP-9': {
    page: completing,
    revisions: stateful,
    text: 'Suggests nothing for an argument without completer.',
  },
};
