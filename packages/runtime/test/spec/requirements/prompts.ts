// Prompts and completion of the stateful revisions.
import { authorDuty, since20250326, since20250618, stateful, kept, leftOut } from './types.ts';
import type { Requirements } from './types.ts';

const prompting = 'server/prompts';
const completing = 'server/utilities/completion';

export const prompts: Requirements = {
  ...kept(prompting, stateful, {
    'PRM-1': 'Declares prompts and says when their list changed.',
    'PRM-2': 'Refuses an unknown prompt or a missing argument as bad params, own failures as internal.',
    'PRM-3': 'Checks that arguments are strings before it runs.',
    'PRM-4': 'Sends messages of a role and one content block each.',
    'PRM-5': 'Sends images and audio as base64 with MIME type.',
    'PRM-6': 'Embeds resources with URI, MIME type and contents.',
  }),
  ...kept(prompting, since20250618, {
    'PRM-7': 'Sends links to resources in prompts.',
    'PRM-9': 'Lists titles, and where known icons, of prompts.',
  }),
  ...leftOut(prompting, authorDuty, {
    'PRM-8': 'Guards prompts against injected instructions.',
  }),
  ...kept(completing, since20250326, {
    'CMP-1': 'Declares completions when it offers any.',
  }),
  ...kept(completing, stateful, {
    'CMP-2': 'Completes arguments of prompts by name and variables of templates by URI template.',
    'CMP-3': 'Sends at most a hundred values and tells the truth about how many there are.',
    'CMP-4': 'Refuses an unknown reference or a missing argument as bad params, own failures as internal.',
    'CMP-6': "Keeps the completer's order, best match first.",
    'CMP-9': 'Suggests nothing for an argument without completer.',
  }),
  ...kept(completing, since20250618, {
    'CMP-5': 'Completes with the arguments known so far.',
  }),
  ...leftOut(completing, authorDuty, {
    'CMP-7': 'Limits how often completions are asked for.',
    'CMP-8': 'Suggests nothing that the asker may not see.',
  }),
};
