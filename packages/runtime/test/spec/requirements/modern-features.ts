// 2026-07-28: tools, resources, prompts, completion, schemas.
import { modern } from './types.ts';
import type { Requirements } from './types.ts';

export const modernFeatures: Requirements = {
  'L-01': { page: 'server/index', revisions: modern, text: 'Declares each feature it serves.' },
  'L-02': {
    page: 'server/tools',
    revisions: modern,
    text: 'Refuses an unknown tool, but answers bad input and failures by an error result.',
  },
  'L-03': {
    page: 'server/tools',
    revisions: modern,
    text: 'Gives every tool an object schema for its input.',
  },
  'L-04': {
    page: 'server/tools',
    revisions: modern,
    text: 'Sends structured content of any type that fits the output schema, and repeats it as text.',
  },
  'L-05': { page: 'server/tools', revisions: modern, text: 'Refuses malformed and doubled tool names.' },
  'L-06': {
    page: 'server/tools',
    revisions: modern,
    text: 'Never runs a tool on arguments its schema refuses.',
  },
  'L-07': {
    page: 'server/resources',
    revisions: modern,
    text: 'Answers a missing resource as bad params with its URI, and failures as internal.',
  },
  'L-08': {
    page: 'server/resources',
    revisions: modern,
    text: 'Refuses malformed URIs and reads binary data as base64, in one or several contents.',
  },
  'L-09': {
    page: 'server/prompts',
    revisions: modern,
    text: 'Refuses an unknown prompt or a missing argument as bad params.',
  },
  'L-10': {
    page: 'server/utilities/completion',
    revisions: modern,
    text: 'Suggests at most a hundred values, using the arguments known so far.',
  },
  'L-11': {
    page: 'server/resources',
    revisions: modern,
    text: 'Sends annotations as given and icons from https or data only.',
  },
  'J-01': {
    page: 'basic/index',
    revisions: modern,
    text: 'Validates by JSON Schema 2020-12 unless draft-07 is named, and refuses other dialects.',
  },
  'J-02': {
    page: 'basic/index',
    revisions: modern,
    text: 'Fetches no schema from the network and refuses references it cannot resolve.',
  },
};
