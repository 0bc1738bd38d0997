// JSON Schema, metadata, icons, annotations and security rules of the stateful revisions.
import {
  authorDuty,
  connected,
  documentation,
  noLogin,
  testedWithTokens,
  httpOnly,
  only20251125,
  since20250326,
  since20250618,
  stateful,
} from './types.ts';
import type { Requirements } from './types.ts';

const page = 'basic/index';
const security = 'tutorials/security/security_best_practices';

export const schemaAndMeta: Requirements = {
  'JS-1': { page, revisions: only20251125, text: 'Reads a schema without dialect as JSON Schema 2020-12.' },
  'JS-2': { page, revisions: only20251125, text: 'Validates by JSON Schema 2020-12.' },
  'JS-3': { page, revisions: stateful, text: 'Validates by draft-07 when the schema asks for it.' },
  'JS-4': { page, revisions: only20251125, text: 'Refuses a dialect it does not know, naming it.' },
  'JS-5': { page, leftOut: documentation, text: 'Says which dialects it knows.' },
  'JS-6': {
    page,
    revisions: stateful,
    text: 'Refuses, when it is built, a schema that no validator can use; `checkSchemas` names the other faults of a schema.',
  },
  'JS-7': { page, revisions: stateful, text: "Lists an author's schema with all its keywords." },
  'JS-8': { page, revisions: stateful, text: 'Adds no dialect to a schema that names none.' },
  'JS-9': {
    page,
    revisions: stateful,
    text: 'Refuses, when it is built, an input schema that is no object.',
  },
  'JS-10': {
    page,
    revisions: stateful,
    text: 'Fetches no schema from the network and refuses references it cannot resolve.',
  },
  'META-1': { page, revisions: stateful, text: 'Accepts metadata on requests and sends it on results.' },
  'META-2': { page, revisions: since20250618, text: 'Sends metadata on listed objects and content blocks.' },
  'META-3': { page, revisions: since20250618, text: 'Refuses, when it is built, a malformed metadata key.' },
  'META-4': { page, leftOut: authorDuty, text: 'Prefixes metadata keys with a reversed domain.' },
  'META-5': { page, revisions: since20250618, text: 'Refuses, when it is built, a reserved metadata key.' },
  'META-6': {
    page,
    revisions: since20250618,
    text: 'Hands metadata it does not know to the author and does not send it back.',
  },
  'META-7': { page, revisions: stateful, text: 'Knows the progress token among the metadata.' },
  'ICO-1': { page, revisions: only20251125, text: 'Lists icons of the server and of all it offers.' },
  'ICO-2': { page, revisions: only20251125, text: 'Lists icons with source, type, list of sizes and theme.' },
  'ICO-3': {
    page,
    revisions: only20251125,
    text: 'Refuses, when it is built, icons not from https or data.',
  },
  'ICO-4': {
    page,
    revisions: since20250618,
    text: 'Tells its title and, where known, description and site.',
  },
  'ANN-1': { page, revisions: stateful, text: 'Sends audience and priority on resources and blocks.' },
  'ANN-2': { page, revisions: stateful, text: 'Sends annotations on the block that embeds a resource.' },
  'SEC-1': { page: security, leftOut: testedWithTokens, text: 'Checks the credentials of each request.' },
  'SEC-2': {
    page: security,
    revisions: since20250326,
    transports: httpOnly,
    text: 'Makes session ids that cannot be guessed.',
  },
  'SEC-3': {
    page: security,
    revisions: since20250326,
    transports: httpOnly,
    text: 'Binds a session to its user.',
  },
  'SEC-4': { page: security, leftOut: testedWithTokens, text: 'Takes and passes on no foreign tokens.' },
  'SEC-5': { page: security, leftOut: noLogin, text: 'Asks each user before a proxied login.' },
  'SEC-6': {
    page: security,
    revisions: since20250326,
    transports: httpOnly,
    text: 'Serves local users by stdio or a guarded port.',
  },
  'SEC-7': { page: security, leftOut: testedWithTokens, text: 'Asks for narrow scopes.' },
  'SEC-8': { page: security, leftOut: authorDuty, text: 'Fetches nothing from private addresses.' },
  'SEC-9': {
    page: security,
    revisions: stateful,
    transports: connected,
    text: 'Never answers one client what another asked.',
  },
  'SEC-10': {
    page: security,
    revisions: stateful,
    transports: connected,
    text: 'Bounds batches, running requests and waiting ones.',
  },
  'SEC-11': {
    page: security,
    revisions: stateful,
    text: 'Checks tool input, resource URIs, prompt arguments.',
  },
};
