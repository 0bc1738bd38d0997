// Resources of the stateful revisions: listing, reading, templates, subscriptions.
import { authorDuty, connected, since20250618, stateful, kept, leftOut, over } from './types.ts';
import type { Requirements } from './types.ts';

const page = 'server/resources';

export const resources: Requirements = {
  ...kept(page, stateful, {
    'RES-1': 'Declares resources; each of the two options stands alone.',
    'RES-2': 'Lists resources and templates in pages, each in its own list.',
    'RES-3': 'Reads contents with URI, MIME type and either text or a blob.',
    'RES-4': 'Sends binary data as base64 and only text as text.',
    'RES-5': 'Answers a resource that does not exist by the code for it and the URI, not by empty contents.',
    'RES-6': 'Tells a failing read and a malformed URI apart from a resource that does not exist.',
    'RES-7': 'Checks each URI before anything reads it.',
    'RES-13': 'Lists templates by RFC 6570, with a MIME type if given.',
    'RES-14': 'Reads what a template matches, decoding each variable once, in time linear in the URI.',
    'RES-15': 'Lists the size in bytes of a resource if it is known.',
    'RES-16': 'Lists audience and priority annotations.',
    'RES-19': 'Lists files that need not exist, and directories as such.',
    'RES-20': 'Refuses, when it is built, a URI that breaks RFC 3986.',
  }),
  ...leftOut(page, authorDuty, {
    'RES-8': 'Checks who may read before it reads.',
    'RES-18': 'Uses https URIs only for what clients can fetch themselves.',
  }),
  ...kept(page, over(connected, stateful), {
    'RES-9': 'Subscribes and unsubscribes as often as asked, but not to what could never be read.',
    'RES-10': 'Reports updates to those who subscribed and to nobody else.',
    'RES-11': 'Reports a changed list without being asked to.',
    'RES-12': 'Ends subscriptions with the connection, bounds their number and merges bursts of updates.',
  }),
  ...kept(page, since20250618, {
    'RES-17': 'Lists when a resource was last modified.',
    'RES-21': 'Lists the titles, and where known the icons, of resources.',
  }),
};
