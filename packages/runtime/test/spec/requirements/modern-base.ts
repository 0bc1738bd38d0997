// 2026-07-28: messages, envelope, versions, discovery, stdio, both eras on one pipe.
import {
  allRevisions,
  authorDuty,
  bothEras,
  connected,
  modern,
  pipes,
  stateful,
  stdioOnly,
  kept,
  leftOut,
  over,
} from './types.ts';
import type { Requirements } from './types.ts';

const versioning = 'basic/versioning';
const stdio = 'basic/transports/stdio';

export const modernBase: Requirements = {
  ...kept('basic/index', modern, {
    'B-01': 'Answers under the very id it was asked with, errors too.',
    'B-02': 'Never sends a request to the client.',
    'B-03': 'Names the type of each result.',
    'B-04': 'Describes an error by integer code and message, without id only if it could not read one.',
    'B-05': "Uses only the three codes of the specification's band.",
    'B-06': 'Stays out of the band that older servers used.',
    'B-07': 'Concludes nothing from earlier requests or the connection.',
    'B-08': 'Continues earlier work only by what the request itself carries.',
    'B-09': 'Accepts requests of unrelated conversations in any order.',
    'B-10': 'Knows no method that was removed or belongs to a capability it does not advertise.',
    'B-11': 'Refuses malformed and reserved metadata keys of authors.',
    'E-01': 'Refuses a request that lacks either part of the envelope that is required.',
    'E-02': 'Serves clients that do not say who they are.',
    'E-03': 'Refuses what needs a capability this request did not declare, and names just that capability.',
    'E-04': 'Says in each result who answered.',
    'E-05': 'Behaves the same whoever the client says it is.',
    'E-06': 'Hands the trace context of a request to its handler.',
  }),
  ...leftOut('server/tools', authorDuty, {
    'B-12': 'Makes handles that cannot be guessed and expire.',
  }),
  ...kept('server/utilities/logging', modern, {
    'E-07': 'Refuses a log level it does not know.',
  }),
  ...kept('server/discover', modern, {
    'V-01': 'Answers the question what it is and can.',
    'V-02': 'Tells versions, capabilities, how long that holds and for whom, and instructions if any.',
    'V-04': 'Advertises what it serves and serves what it does.',
  }),
  ...kept(versioning, modern, {
    'V-03': 'Refuses an unknown version, naming the versions that discovery names too.',
    'V-06': 'Serves a client with extensions it does not know in the ordinary way.',
    'Z-04': 'Knows no removed method inside an envelope.',
    'Z-08': 'Serves the whole modern era once it answers discovery.',
  }),
  ...leftOut(versioning, bothEras, {
    'V-05': 'Names its versions when it refuses a handshake for having no stateful version.',
  }),
  ...kept(stdio, over(stdioOnly, modern), {
    'T-01': 'Writes only messages to standard output, one per line.',
    'T-03': 'Ends soon after its standard input ends.',
    'T-06': 'Can be started, asked and ended at once, and run twice.',
    'T-07': 'Frames other byte streams in the same way.',
  }),
  ...kept(stdio, modern, {
    'T-02': 'Shares one channel between answers and subscriptions, told apart by subscription id.',
    'T-04': 'Sends nothing more for a cancelled request and overlooks cancellations of nothing.',
    'T-05': 'Answers discovery at once, also while other work runs.',
  }),
  ...kept(versioning, allRevisions, {
    'Z-01': 'Serves both eras on one connection.',
    'Z-02': 'Decides per message: an envelope is served as modern, a handshake opens the stateful era.',
  }),
  ...kept(versioning, stateful, {
    'Z-03': 'Offers its newest stateful version to a handshake that asks for the modern one.',
  }),
  ...kept(versioning, over(connected, stateful), {
    'Z-06': 'Takes a message without envelope as stateful.',
  }),
  ...kept(versioning, over(pipes, allRevisions), {
    'Z-07': 'Finds the request to cancel by its id, whatever its era.',
  }),
};
