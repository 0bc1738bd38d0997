// Tools of the stateful revisions: listing, calling, results.
import {
  authorDuty,
  connected,
  only20251125,
  since20250326,
  since20250618,
  stateful,
  kept,
  leftOut,
  over,
} from './types.ts';
import type { Requirements } from './types.ts';

const page = 'server/tools';

export const tools: Requirements = {
  ...kept(page, stateful, {
    'TOOL-1': 'Declares tools and says when their list changed.',
    'TOOL-2': 'Lists tools in pages.',
    'TOOL-3': 'Gives every tool an object schema for its input, also one without parameters.',
    'TOOL-4': 'Refuses an unknown tool as bad params, not as a tool result.',
    'TOOL-5': 'Refuses a call without name or with arguments that are no object.',
    'TOOL-6': 'Answers arguments that break the schema by an error result the model can act on.',
    'TOOL-7': 'Turns an error that a tool raises into an error result.',
    'TOOL-8': 'Takes missing arguments as an empty object.',
    'TOOL-9': 'Always sends a content array, be it empty.',
    'TOOL-18': 'Sends images and audio as base64 with their MIME type.',
    'TOOL-21': 'Never runs a tool on arguments that its schema refuses.',
    'TOOL-22': 'Lists tools in the same order each time.',
    'TOOL-23': 'Finishes a running call by the definition it began with when the list changes.',
  }),
  ...kept(page, since20250326, {
    'TOOL-10': 'Lists the hints on behaviour that the author gave.',
  }),
  ...kept(page, since20250618, {
    'TOOL-11': 'Lists the title of a tool.',
    'TOOL-12': "Lists the object schema of a tool's output.",
    'TOOL-13': 'Sends structured content that fits the output schema and never ships any that does not.',
    'TOOL-14': 'Repeats structured content as JSON in a text block.',
    'TOOL-15': 'Sends no structured content with an error result.',
    'TOOL-16': 'Sends links to resources with URI and name.',
  }),
  ...leftOut(page, authorDuty, {
    'TOOL-17': 'Offers resources too when tools embed some.',
  }),
  ...kept(page, only20251125, {
    'TOOL-19': 'Refuses, when it is built, a tool whose name is malformed or taken.',
    'TOOL-20': 'Lists the icons of a tool.',
  }),
  ...kept(page, over(connected, only20251125), {
    'TOOL-24': 'Sends the demand for a URL visit as protocol error, not as a tool result.',
  }),
};
