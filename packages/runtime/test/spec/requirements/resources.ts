// Resources of the stateful revisions: listing, reading, templates, subscriptions.
import { authorDuty, connected, since20250618, stateful } from './types.ts';
import type { Requirements } from './types.ts';

const page = 'server/resources';

export const resources: Requirements = {
  'RES-1': { page, revisions: stateful, text: 'Declares resources; each of the two options stands alone.' },
  'RES-2': {
    page,
    revisions: stateful,
    text: 'Lists resources and templates in pages, each in its own list.',
  },
  'RES-3': {
    page,
    revisions: stateful,
    text: 'Reads contents with URI, MIME type and either text or a blob.',
  },
  'RES-4': { page, revisions: stateful, text: 'Sends binary data as base64 and only text as text.' },
  'RES-5': {
    page,
    revisions: stateful,
    text: 'Answers a resource that does not exist by the code for it and the URI, not by empty contents.',
  },
  'RES-6': {
    page,
    revisions: stateful,
    text: 'Tells a failing read and a malformed URI apart from a resource that does not exist.',
  },
  'RES-7': { page, revisions: stateful, text: 'Checks each URI before anything reads it.' },
  'RES-8': { page, leftOut: authorDuty, text: 'Checks who may read before it reads.' },
  'RES-9': {
    page,
    revisions: stateful,
    transports: connected,
    text: 'Subscribes and unsubscribes as often as asked, but not to what could never be read.',
  },
  'RES-10': {
    page,
    revisions: stateful,
    transports: connected,
    text: 'Reports updates to those who subscribed and to nobody else.',
  },
  'RES-11': {
    page,
    revisions: stateful,
    transports: connected,
    text: 'Reports a changed list without being asked to.',
  },
  'RES-12': {
    page,
    revisions: stateful,
    transports: connected,
    text: 'Ends subscriptions with the connection, bounds their number and merges bursts of updates.',
  },
  'RES-13': { page, revisions: stateful, text: 'Lists templates by RFC 6570, with a MIME type if given.' },
  'RES-14': {
    page,
    revisions: stateful,
    text: 'Reads what a template matches, decoding each variable once, in time linear in the URI.',
  },
  'RES-15': { page, revisions: stateful, text: 'Lists the size in bytes of a resource if it is known.' },
  'RES-16': { page, revisions: stateful, text: 'Lists audience and priority annotations.' },
  'RES-17': { page, revisions: since20250618, text: 'Lists when a resource was last modified.' },
  'RES-18': {
    page,
    leftOut: authorDuty,
    text: 'Uses https URIs only for what clients can fetch themselves.',
  },
  'RES-19': { page, revisions: stateful, text: 'Lists files that need not exist, and directories as such.' },
  'RES-20': { page, revisions: stateful, text: 'Refuses, when it is built, a URI that breaks RFC 3986.' },
  'RES-21': {
    page,
    revisions: since20250618,
    text: 'Lists the titles, and where known the icons, of resources.',
  },
};
