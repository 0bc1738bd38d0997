// The handshake of the stateful revisions: version negotiation, order, timeouts, shutdown.
import {
  bothEras,
  connected,
  httpOnly,
  pipes,
  since20250326,
  stateful,
  stdioOnly,
  kept,
  leftOut,
  over,
} from './types.ts';
import type { Requirements } from './types.ts';

const page = 'basic/lifecycle';

export const lifecycle: Requirements = {
  ...kept(page, stateful, {
    'LC-1':
      'Answers the handshake with a version, its capabilities, its name, and instructions if it has any.',
    'LC-2': 'Agrees to the version that the client asked for when it knows it.',
    'LC-3': 'Offers another version when it does not know the one asked for.',
    'LC-4': 'Offers its newest stateful version in that case.',
    'LC-8': 'Keeps to the agreed version for the rest of the connection.',
    'LC-9': 'Uses only what both sides declared.',
    'LC-15':
      'Survives a version it cannot speak, a capability that is missing and a client that never answers.',
  }),
  ...leftOut(page, bothEras, {
    'LC-5': 'Refuses the handshake, listing what it speaks, only if it speaks no stateful version at all.',
  }),
  ...kept(page, over(connected, stateful), {
    'LC-6':
      'Sends no request but ping, and no notification but logs, until the client says it is initialized.',
    'LC-10': 'Refuses a second handshake and keeps the first agreement.',
    'LC-11': 'Stops waiting for a client that does not answer its request.',
    'LC-18':
      'Aborts running handlers, gives up own requests and drops subscriptions when the connection ends.',
    'LC-19': 'Accepts metadata on the initialized notification and asks the client nothing before it.',
  }),
  ...kept(page, over(pipes, stateful), {
    'LC-7': 'Answers nothing but ping before the handshake.',
  }),
  ...kept(page, over(connected, since20250326), {
    'LC-12': 'Tells the client that it cancelled what it no longer awaits.',
    'LC-13': 'Lets the author set the waiting time of each request.',
    'LC-14': 'Keeps a hard limit on waiting, whatever progress the client reports.',
  }),
  ...kept(page, over(stdioOnly, stateful), {
    'LC-16': 'Ends when its standard input ends.',
  }),
  ...kept(page, over(httpOnly, since20250326), {
    'LC-17': 'Takes a closed HTTP connection as the sign to shut down.',
  }),
};
