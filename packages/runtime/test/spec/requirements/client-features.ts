// What a server asks of the client in the stateful revisions: roots, sampling, elicitation.
import {
  authorDuty,
  connected,
  httpOnly,
  laterTasks,
  only20241105,
  only20251125,
  since20250326,
  since20250618,
  stateful,
  testedWithTokens,
  kept,
  leftOut,
  over,
} from './types.ts';
import type { Requirements } from './types.ts';

const rooting = 'client/roots';
const sampling = 'client/sampling';
const eliciting = 'client/elicitation';

export const clientFeatures: Requirements = {
  ...kept(rooting, over(connected, stateful), {
    'ROOT-1': 'Looks at the declaration before it asks for roots.',
    'ROOT-2': 'Remembers the roots and asks again after the client says that they changed.',
    'ROOT-3': 'Hands only file URIs to the author as roots.',
    'ROOT-5': 'Copes with an empty list, a refusal and silence from the client.',
  }),
  ...leftOut(rooting, authorDuty, {
    'ROOT-4': 'Stays inside the roots when it touches files.',
    'ROOT-7': "Takes roots as guidance within the operator's bounds.",
  }),
  ...kept(rooting, over(httpOnly, since20250326), {
    'ROOT-6': 'Asks for roots on the stream of a running request.',
  }),
  ...kept(sampling, over(connected, stateful), {
    'SAM-1': 'Always sends messages and a token limit.',
    'SAM-8': 'Asks for context of servers where that is allowed, and otherwise leaves the wish out.',
    'SAM-9': "Checks the model's answer, accepts any stop reason, and hands a refusal to the author.",
    'SAM-11': 'Sends preferences between 0 and 1 and hints in order.',
  }),
  ...kept(sampling, only20241105, {
    'SAM-2': 'Sends one text or image per message.',
  }),
  ...kept(sampling, over(connected, since20250326), {
    'SAM-3': 'Sends audio too.',
  }),
  ...kept(sampling, over(connected, only20251125), {
    'SAM-4': 'Sends tools, tool blocks and several blocks per message to a client that declared tools.',
    'SAM-5': 'Sends tool results in messages of their own.',
    'SAM-6': 'Follows each use of a tool by its result in the very next message.',
  }),
  ...leftOut(sampling, authorDuty, {
    'SAM-7': 'Ends a loop of tool uses at some point.',
    'SAM-10': 'Treats what models say and see with care.',
  }),
  ...leftOut(sampling, laterTasks, {
    'SAM-12': 'Samples in a task only if the client allows it.',
  }),
  ...kept(eliciting, over(connected, since20250618), {
    'ELI-1': 'Puts a form to the user.',
    'ELI-5': 'Names the mode where revisions know modes and leaves it out where they do not.',
    'ELI-6': 'Uses the four string formats that exist.',
    'ELI-7': 'Sends the default of a yes-or-no field.',
    'ELI-9': 'Sends choices, with names for display.',
    'ELI-11': 'Tells acceptance, refusal and dismissal apart, and gives answers only with acceptance.',
    'ELI-12': "Checks the user's answers against the form.",
    'ELI-23': "Hands the client's refusal of a question to the author as an error.",
  }),
  ...kept(eliciting, since20250618, {
    'ELI-2': 'Uses only the modes the client declared.',
    'ELI-4': 'Sends flat forms of primitive fields only.',
  }),
  ...leftOut(eliciting, authorDuty, {
    'ELI-3': 'Never asks for secrets in a form.',
    'ELI-17': 'Puts no user data and no login into a URL.',
    'ELI-20': 'Checks that the asker opened the URL.',
    'ELI-21': 'Keeps third-party credentials to itself.',
  }),
  ...kept(eliciting, over(connected, only20251125), {
    'ELI-8': 'Sends defaults of all other fields.',
    'ELI-10': 'Sends titled and multiple choices.',
    'ELI-13': 'Sends a URL visit with mode, message, unique id and valid URL.',
    'ELI-14': 'Refuses a request with the URL visits it needs, each with mode and id.',
    'ELI-16': 'Takes acceptance of a URL visit as consent, not as proof that it is done.',
    'ELI-18': 'Sends users to https pages only, save on the same machine.',
  }),
  ...kept(eliciting, only20251125, {
    'ELI-15': 'Reports a finished URL visit to the client that was asked for it, and to no other.',
  }),
  ...leftOut(eliciting, testedWithTokens, {
    'ELI-19': 'Binds what it learns to the user.',
    'ELI-22': 'Trusts no identity the client states.',
  }),
};
