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
} from './types.ts';
import type { Requirements } from './types.ts';

const index = 'basic/index';
const versioning = 'basic/versioning';
const discovering = 'server/discover';
const stdio = 'basic/transports/stdio';

export const modernBase: Requirements = {
  'B-01': {
    page: index,
    revisions: modern,
    text: 'Answers under the very id it was asked with, errors too.',
  },
  'B-02': { page: index, revisions: modern, text: 'Never sends a request to the client.' },
  'B-03': { page: index, revisions: modern, text: 'Names the type of each result.' },
  'B-04': {
    page: index,
    revisions: modern,
    text: 'Describes an error by integer code and message, without id only if it could not read one.',
  },
  'B-05': { page: index, revisions: modern, text: "Uses only the three codes of the specification's band." },
  'B-06': { page: index, revisions: modern, text: 'Stays out of the band that older servers used.' },
  'B-07': {
    page: index,
    revisions: modern,
    text: 'Concludes nothing from earlier requests or the connection.',
  },
  'B-08': {
    page: index,
    revisions: modern,
    text: 'Continues earlier work only by what the request itself carries.',
  },
  'B-09': {
    page: index,
    revisions: modern,
    text: 'Accepts requests of unrelated conversations in any order.',
  },
  'B-10': {
    page: index,
    revisions: modern,
    text: 'Knows no method that was removed or belongs to a capability it does not advertise.',
  },
  'B-11': {
    page: index,
    revisions: modern,
    text: 'Refuses malformed and reserved metadata keys of authors.',
  },
  'B-12': {
    page: 'server/tools',
    leftOut: authorDuty,
    text: 'Makes handles that cannot be guessed and expire.',
  },
  'E-01': {
    page: index,
    revisions: modern,
    text: 'Refuses a request that lacks either part of the envelope that is required.',
  },
  'E-02': { page: index, revisions: modern, text: 'Serves clients that do not say who they are.' },
  'E-03': {
    page: index,
    revisions: modern,
    text: 'Refuses what needs a capability this request did not declare, and names just that capability.',
  },
  'E-04': { page: index, revisions: modern, text: 'Says in each result who answered.' },
  'E-05': { page: index, revisions: modern, text: 'Behaves the same whoever the client says it is.' },
  'E-06': { page: index, revisions: modern, text: 'Hands the trace context of a request to its handler.' },
  'E-07': {
    page: 'server/utilities/logging',
    revisions: modern,
    text: 'Refuses a log level it does not know.',
  },
  'V-01': { page: discovering, revisions: modern, text: 'Answers the question what it is and can.' },
  'V-02': {
    page: discovering,
    revisions: modern,
    text: 'Tells versions, capabilities, how long that holds and for whom, and instructions if any.',
  },
  'V-03': {
    page: versioning,
    revisions: modern,
    text: 'Refuses an unknown version, naming the versions that discovery names too.',
  },
  'V-04': {
    page: discovering,
    revisions: modern,
    text: 'Advertises what it serves and serves what it does.',
  },
  'V-05': {
    page: versioning,
    leftOut: bothEras,
    text: 'Names its versions when it refuses a handshake for having no stateful version.',
  },
  'V-06': {
    page: versioning,
    revisions: modern,
    text: 'Serves a client with extensions it does not know in the ordinary way.',
  },
  'T-01': {
    page: stdio,
    revisions: modern,
    transports: stdioOnly,
    text: 'Writes only messages to standard output, one per line.',
  },
  'T-02': {
    page: stdio,
    revisions: modern,
    text: 'Shares one channel between answers and subscriptions, told apart by subscription id.',
  },
  'T-03': {
    page: stdio,
    revisions: modern,
    transports: stdioOnly,
    text: 'Ends soon after its standard input ends.',
  },
  'T-04': {
    page: stdio,
    revisions: modern,
    text: 'Sends nothing more for a cancelled request and overlooks cancellations of nothing.',
  },
  'T-05': { page: stdio, revisions: modern, text: 'Answers discovery at once, also while other work runs.' },
  'T-06': {
    page: stdio,
    revisions: modern,
    transports: stdioOnly,
    text: 'Can be started, asked and ended at once, and run twice.',
  },
  'T-07': {
    page: stdio,
    revisions: modern,
    transports: stdioOnly,
    text: 'Frames other byte streams in the same way.',
  },
  'Z-01': { page: versioning, revisions: allRevisions, text: 'Serves both eras on one connection.' },
  'Z-02': {
    page: versioning,
    revisions: allRevisions,
    text: 'Decides per message: an envelope is served as modern, a handshake opens the stateful era.',
  },
  'Z-03': {
    page: versioning,
    revisions: stateful,
    text: 'Offers its newest stateful version to a handshake that asks for the modern one.',
  },
  'Z-04': { page: versioning, revisions: modern, text: 'Knows no removed method inside an envelope.' },
  'Z-06': {
    page: versioning,
    revisions: stateful,
    transports: connected,
    text: 'Takes a message without envelope as stateful.',
  },
  'Z-07': {
    page: versioning,
    revisions: allRevisions,
    transports: pipes,
    text: 'Finds the request to cancel by its id, whatever its era.',
  },
  'Z-08': {
    page: versioning,
    revisions: modern,
    text: 'Serves the whole modern era once it answers discovery.',
  },
};
