// 2026-07-28: tools, resources, prompts, completion, schemas.
import { modern, kept } from './types.ts';
import type { Requirements } from './types.ts';

export const modernFeatures: Requirements = {
  ...kept('server/index', modern, {
    'L-01': 'Declares each feature it serves.',
  }),
  ...kept('server/tools', modern, {
    'L-02': 'Refuses an unknown tool, but answers bad input and failures by an error result.',
    'L-03': 'Gives every tool an object schema for its input.',
    'L-04': 'Sends structured content of any type that fits the output schema, and repeats it as text.',
    'L-05': 'Refuses malformed and doubled tool names.',
    'L-06': 'Never runs a tool on arguments its schema refuses.',
  }),
  ...kept('server/resources', modern, {
    'L-07': 'Answers a missing resource as bad params with its URI, and failures as internal.',
    'L-08': 'Refuses malformed URIs and reads binary data as base64, in one or several contents.',
    'L-11': 'Sends annotations as given and icons from https or data only.',
  }),
  ...kept('server/prompts', modern, {
    'L-09': 'Refuses an unknown prompt or a missing argument as bad params.',
  }),
  ...kept('server/utilities/completion', modern, {
    'L-10': 'Suggests at most a hundred values, using the arguments known so far.',
  }),
  ...kept('basic/index', modern, {
    'J-01': 'Validates by JSON Schema 2020-12 unless draft-07 is named, and refuses other dialects.',
    'J-02': 'Fetches no schema from the network and refuses references it cannot resolve.',
  }),
};
