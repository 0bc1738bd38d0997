// Tools of the stateful revisions: listing, calling, results.
import { authorDuty, connected, only20251125, since20250326, since20250618, stateful } from './types.ts';
import type { Requirements } from './types.ts';

const page = 'server/tools';

export const tools: Requirements = {
  'TOOL-1': { page, revisions: stateful, text: 'Declares tools and says when their list changed.' },
  'TOOL-2': { page, revisions: stateful, text: 'Lists tools in pages.' },
  'TOOL-3': {
    page,
    revisions: stateful,
    text: 'Gives every tool an object schema for its input, also one without parameters.',
  },
  'TOOL-4': {
    page,
    revisions: stateful,
    text: 'Refuses an unknown tool as bad params, not as a tool result.',
  },
  'TOOL-5': {
    page,
    revisions: stateful,
    text: 'Refuses a call without name or with arguments that are no object.',
  },
  'TOOL-6': {
    page,
    revisions: stateful,
    text: 'Answers arguments that break the schema by an error result the model can act on.',
  },
  'TOOL-7': { page, revisions: stateful, text: 'Turns an error that a tool raises into an error result.' },
  'TOOL-8': { page, revisions: stateful, text: 'Takes missing arguments as an empty object.' },
  'TOOL-9': { page, revisions: stateful, text: 'Always sends a content array, be it empty.' },
  'TOOL-10': { page, revisions: since20250326, text: 'Lists the hints on behaviour that the author gave.' },
  'TOOL-11': { page, revisions: since20250618, text: 'Lists the title of a tool.' },
  'TOOL-12': { page, revisions: since20250618, text: "Lists the object schema of a tool's output." },
  'TOOL-13': {
    page,
    revisions: since20250618,
    text: 'Sends structured content that fits the output schema and never ships any that does not.',
  },
  'TOOL-14': { page, revisions: since20250618, text: 'Repeats structured content as JSON in a text block.' },
  'TOOL-15': { page, revisions: since20250618, text: 'Sends no structured content with an error result.' },
  'TOOL-16': { page, revisions: since20250618, text: 'Sends links to resources with URI and name.' },
  'TOOL-17': { page, leftOut: authorDuty, text: 'Offers resources too when tools embed some.' },
  'TOOL-18': { page, revisions: stateful, text: 'Sends images and audio as base64 with their MIME type.' },
  'TOOL-19': {
    page,
    revisions: only20251125,
    text: 'Refuses, when it is built, a tool whose name is malformed or taken.',
  },
  'TOOL-20': { page, revisions: only20251125, text: 'Lists the icons of a tool.' },
  'TOOL-21': { page, revisions: stateful, text: 'Never runs a tool on arguments that its schema refuses.' },
  'TOOL-22': { page, revisions: stateful, text: 'Lists tools in the same order each time.' },
  'TOOL-23': {
    page,
    revisions: stateful,
    text: 'Finishes a running call by the definition it began with when the list changes.',
  },
  'TOOL-24': {
    page,
    revisions: only20251125,
    transports: connected,
    text: 'Sends the demand for a URL visit as protocol error, not as a tool result.',
  },
};
