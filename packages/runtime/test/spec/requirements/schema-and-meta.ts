// JSON Schema, metadata, icons, annotations and security rules of the stateful revisions.
import {
  authorDuty,
  connected,
  documentation,
  httpOnly,
  noLogin,
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

const page = 'basic/index';
const security = 'tutorials/security/security_best_practices';

export const schemaAndMeta: Requirements = {
  ...kept(page, only20251125, {
    'JS-1': 'Reads a schema without dialect as JSON Schema 2020-12.',
    'JS-2': 'Validates by JSON Schema 2020-12.',
    'JS-4': 'Refuses a dialect it does not know, naming it.',
    'ICO-1': 'Lists icons of the server and of all it offers.',
    'ICO-2': 'Lists icons with source, type, list of sizes and theme.',
    'ICO-3': 'Refuses, when it is built, icons not from https or data.',
  }),
  ...kept(page, stateful, {
    'JS-3': 'Validates by draft-07 when the schema asks for it.',
    'JS-6':
      'Refuses, when it is built, a schema that no validator can use; `checkSchemas` names the other faults of a schema.',
    'JS-7': "Lists an author's schema with all its keywords.",
    'JS-8': 'Adds no dialect to a schema that names none.',
    'JS-9': 'Refuses, when it is built, an input schema that is no object.',
    'JS-10': 'Fetches no schema from the network and refuses references it cannot resolve.',
    'META-1': 'Accepts metadata on requests and sends it on results.',
    'META-7': 'Knows the progress token among the metadata.',
    'ANN-1': 'Sends audience and priority on resources and blocks.',
    'ANN-2': 'Sends annotations on the block that embeds a resource.',
  }),
  ...leftOut(page, documentation, {
    'JS-5': 'Says which dialects it knows.',
  }),
  ...kept(page, since20250618, {
    'META-2': 'Sends metadata on listed objects and content blocks.',
    'META-3': 'Refuses, when it is built, a malformed metadata key.',
    'META-5': 'Refuses, when it is built, a reserved metadata key.',
    'META-6': 'Hands metadata it does not know to the author and does not send it back.',
    'ICO-4': 'Tells its title and, where known, description and site.',
  }),
  ...leftOut(page, authorDuty, {
    'META-4': 'Prefixes metadata keys with a reversed domain.',
  }),
  ...leftOut(security, testedWithTokens, {
    'SEC-1': 'Checks the credentials of each request.',
    'SEC-4': 'Takes and passes on no foreign tokens.',
    'SEC-7': 'Asks for narrow scopes.',
  }),
  ...kept(security, over(httpOnly, since20250326), {
    'SEC-2': 'Makes session ids that cannot be guessed.',
    'SEC-3': 'Binds a session to its user.',
    'SEC-6': 'Serves local users by stdio or a guarded port.',
  }),
  ...leftOut(security, noLogin, {
    'SEC-5': 'Asks each user before a proxied login.',
  }),
  ...leftOut(security, authorDuty, {
    'SEC-8': 'Fetches nothing from private addresses.',
  }),
  ...kept(security, over(connected, stateful), {
    'SEC-9': 'Never answers one client what another asked.',
    'SEC-10': 'Bounds batches, running requests and waiting ones.',
  }),
  ...kept(security, stateful, {
    'SEC-11': 'Checks tool input, resource URIs, prompt arguments.',
  }),
};
