// What a server asks of the client in the stateful revisions: roots, sampling, elicitation.
import {
  authorDuty,
  testedWithTokens,
  laterHttp,
  laterTasks,
  only20241105,
  only20251125,
  since20250326,
  since20250618,
  stateful,
} from './types.ts';
import type { Requirements } from './types.ts';

const rooting = 'client/roots';
const sampling = 'client/sampling';
const eliciting = 'client/elicitation';

export const clientFeatures: Requirements = {
  'ROOT-1': {
    page: rooting,
    revisions: stateful,
    text: 'Looks at the declaration before it asks for roots.',
  },
  'ROOT-2': {
    page: rooting,
    revisions: stateful,
    text: 'Remembers the roots and asks again after the client says that they changed.',
  },
  'ROOT-3': { page: rooting, revisions: stateful, text: 'Hands only file URIs to the author as roots.' },
  'ROOT-4': { page: rooting, leftOut: authorDuty, text: 'Stays inside the roots when it touches files.' },
  'ROOT-5': {
    page: rooting,
    revisions: stateful,
    text: 'Copes with an empty list, a refusal and silence from the client.',
  },
  'ROOT-6': { page: rooting, leftOut: laterHttp, text: 'Asks for roots on the stream of a running request.' },
  'ROOT-7': {
    page: rooting,
    leftOut: authorDuty,
    text: "Takes roots as guidance within the operator's bounds.",
  },
  'SAM-1': { page: sampling, revisions: stateful, text: 'Always sends messages and a token limit.' },
  'SAM-2': { page: sampling, revisions: only20241105, text: 'Sends one text or image per message.' },
  'SAM-3': { page: sampling, revisions: since20250326, text: 'Sends audio too.' },
  'SAM-4': {
    page: sampling,
    revisions: only20251125,
    text: 'Sends tools, tool blocks and several blocks per message to a client that declared tools.',
  },
  'SAM-5': { page: sampling, revisions: only20251125, text: 'Sends tool results in messages of their own.' },
  'SAM-6': {
    page: sampling,
    revisions: only20251125,
    text: 'Follows each use of a tool by its result in the very next message.',
  },
  'SAM-7': { page: sampling, leftOut: authorDuty, text: 'Ends a loop of tool uses at some point.' },
  'SAM-8': {
    page: sampling,
    revisions: stateful,
    text: 'Asks for context of servers where that is allowed, and otherwise leaves the wish out.',
  },
  'SAM-9': {
    page: sampling,
    revisions: stateful,
    text: "Checks the model's answer, accepts any stop reason, and hands a refusal to the author.",
  },
  'SAM-10': { page: sampling, leftOut: authorDuty, text: 'Treats what models say and see with care.' },
  'SAM-11': {
    page: sampling,
    revisions: stateful,
    text: 'Sends preferences between 0 and 1 and hints in order.',
  },
  'SAM-12': { page: sampling, leftOut: laterTasks, text: 'Samples in a task only if the client allows it.' },
  'ELI-1': { page: eliciting, revisions: since20250618, text: 'Puts a form to the user.' },
  'ELI-2': { page: eliciting, revisions: since20250618, text: 'Uses only the modes the client declared.' },
  'ELI-3': { page: eliciting, leftOut: authorDuty, text: 'Never asks for secrets in a form.' },
  'ELI-4': { page: eliciting, revisions: since20250618, text: 'Sends flat forms of primitive fields only.' },
  'ELI-5': {
    page: eliciting,
    revisions: since20250618,
    text: 'Names the mode where revisions know modes and leaves it out where they do not.',
  },
  'ELI-6': { page: eliciting, revisions: since20250618, text: 'Uses the four string formats that exist.' },
  'ELI-7': { page: eliciting, revisions: since20250618, text: 'Sends the default of a yes-or-no field.' },
  'ELI-8': { page: eliciting, revisions: only20251125, text: 'Sends defaults of all other fields.' },
  'ELI-9': { page: eliciting, revisions: since20250618, text: 'Sends choices, with names for display.' },
  'ELI-10': { page: eliciting, revisions: only20251125, text: 'Sends titled and multiple choices.' },
  'ELI-11': {
    page: eliciting,
    revisions: since20250618,
    text: 'Tells acceptance, refusal and dismissal apart, and gives answers only with acceptance.',
  },
  'ELI-12': {
    page: eliciting,
    revisions: since20250618,
    text: "Checks the user's answers against the form.",
  },
  'ELI-13': {
    page: eliciting,
    revisions: only20251125,
    text: 'Sends a URL visit with mode, message, unique id and valid URL.',
  },
  'ELI-14': {
    page: eliciting,
    revisions: only20251125,
    text: 'Refuses a request with the URL visits it needs, each with mode and id.',
  },
  'ELI-15': {
    page: eliciting,
    revisions: only20251125,
    text: 'Reports a finished URL visit to the client that was asked for it, and to no other.',
  },
  'ELI-16': {
    page: eliciting,
    revisions: only20251125,
    text: 'Takes acceptance of a URL visit as consent, not as proof that it is done.',
  },
  'ELI-17': { page: eliciting, leftOut: authorDuty, text: 'Puts no user data and no login into a URL.' },
  'ELI-18': {
    page: eliciting,
    revisions: only20251125,
    text: 'Sends users to https pages only, save on the same machine.',
  },
  'ELI-19': { page: eliciting, leftOut: testedWithTokens, text: 'Binds what it learns to the user.' },
  'ELI-20': { page: eliciting, leftOut: authorDuty, text: 'Checks that the asker opened the URL.' },
  'ELI-21': {
    page: eliciting,
    leftOut: authorDuty,
    text: 'Keeps third-party credentials to itself.',
  },
  'ELI-22': { page: eliciting, leftOut: testedWithTokens, text: 'Trusts no identity the client states.' },
  'ELI-23': {
    page: eliciting,
    revisions: since20250618,
    text: "Hands the client's refusal of a question to the author as an error.",
  },
};
