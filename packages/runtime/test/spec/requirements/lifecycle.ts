// The handshake of the stateful revisions: version negotiation, order, timeouts, shutdown.
import { bothEras, connected, httpOnly, pipes, since20250326, stateful, stdioOnly } from './types.ts';
import type { Requirements } from './types.ts';

const page = 'basic/lifecycle';

export const lifecycle: Requirements = {
  'LC-1': {
    page,
    revisions: stateful,
    text: 'Answers the handshake with a version, its capabilities, its name, and instructions if it has any.',
  },
  'LC-2': {
    page,
    revisions: stateful,
    text: 'Agrees to the version that the client asked for when it knows it.',
  },
  'LC-3': {
    page,
    revisions: stateful,
    text: 'Offers another version when it does not know the one asked for.',
  },
  'LC-4': { page, revisions: stateful, text: 'Offers its newest stateful version in that case.' },
  'LC-5': {
    page,
    leftOut: bothEras,
    text: 'Refuses the handshake, listing what it speaks, only if it speaks no stateful version at all.',
  },
  'LC-6': {
    page,
    revisions: stateful,
    transports: connected,
    text: 'Sends no request but ping, and no notification but logs, until the client says it is initialized.',
  },
  'LC-7': {
    page,
    revisions: stateful,
    transports: pipes,
    text: 'Answers nothing but ping before the handshake.',
  },
  'LC-8': { page, revisions: stateful, text: 'Keeps to the agreed version for the rest of the connection.' },
  'LC-9': { page, revisions: stateful, text: 'Uses only what both sides declared.' },
  'LC-10': {
    page,
    revisions: stateful,
    transports: connected,
    text: 'Refuses a second handshake and keeps the first agreement.',
  },
  'LC-11': {
    page,
    revisions: stateful,
    transports: connected,
    text: 'Stops waiting for a client that does not answer its request.',
  },
  'LC-12': {
    page,
    revisions: since20250326,
    transports: connected,
    text: 'Tells the client that it cancelled what it no longer awaits.',
  },
  'LC-13': {
    page,
    revisions: since20250326,
    transports: connected,
    text: 'Lets the author set the waiting time of each request.',
  },
  'LC-14': {
    page,
    revisions: since20250326,
    transports: connected,
    text: 'Keeps a hard limit on waiting, whatever progress the client reports.',
  },
  'LC-15': {
    page,
    revisions: stateful,
    text: 'Survives a version it cannot speak, a capability that is missing and a client that never answers.',
  },
  'LC-16': { page, revisions: stateful, transports: stdioOnly, text: 'Ends when its standard input ends.' },
  'LC-17': {
    page,
    revisions: since20250326,
    transports: httpOnly,
    text: 'Takes a closed HTTP connection as the sign to shut down.',
  },
  'LC-18': {
    page,
    revisions: stateful,
    transports: connected,
    text: 'Aborts running handlers, gives up own requests and drops subscriptions when the connection ends.',
  },
  'LC-19': {
    page,
    revisions: stateful,
    transports: connected,
    text: 'Accepts metadata on the initialized notification and asks the client nothing before it.',
  },
};
