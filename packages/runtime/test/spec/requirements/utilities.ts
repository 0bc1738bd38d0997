// Cancellation, ping, progress, logging and pagination of the stateful revisions.
import { authorDuty, connected, laterTasks, since20250326, stateful } from './types.ts';
import type { Requirements } from './types.ts';

const cancelling = 'basic/utilities/cancellation';
const pinging = 'basic/utilities/ping';
const noPings = 'over stdio the end of the stream shows that a client is gone; the server sends no pings';
const progressing = 'basic/utilities/progress';
const logging = 'server/utilities/logging';
const paging = 'server/utilities/pagination';

export const utilities: Requirements = {
  'CAN-1': {
    page: cancelling,
    revisions: stateful,
    transports: connected,
    text: 'Aborts the handler of a cancelled request and does not answer it.',
  },
  'CAN-2': {
    page: cancelling,
    revisions: stateful,
    transports: connected,
    text: 'Overlooks a cancellation that names no running request.',
  },
  'CAN-3': {
    page: cancelling,
    revisions: stateful,
    transports: connected,
    text: 'Settles a request once when its answer and its cancellation cross.',
  },
  'CAN-4': {
    page: cancelling,
    revisions: stateful,
    transports: connected,
    text: 'Cancels only own requests that still run.',
  },
  'CAN-5': { page: cancelling, revisions: stateful, text: 'Finishes the handshake even if it is cancelled.' },
  'CAN-6': { page: cancelling, revisions: stateful, text: 'Overlooks the late answer to what it cancelled.' },
  'CAN-7': {
    page: cancelling,
    revisions: stateful,
    transports: connected,
    text: 'Makes the reason of a cancellation known.',
  },
  'CAN-8': {
    page: cancelling,
    revisions: stateful,
    transports: connected,
    text: 'Overlooks a cancellation without a request id.',
  },
  'CAN-9': { page: cancelling, leftOut: laterTasks, text: 'Cancels a task only by its own method.' },
  'CAN-10': {
    page: cancelling,
    revisions: stateful,
    transports: connected,
    text: 'Cancels what a handler asked of the client together with the handler.',
  },
  'CAN-11': {
    page: cancelling,
    revisions: stateful,
    transports: connected,
    text: 'Tells ids of different type apart, 0 included, and keeps connections apart.',
  },
  'PING-1': { page: pinging, revisions: stateful, text: 'Answers ping at any time with an empty result.' },
  'PING-2': { page: pinging, leftOut: noPings, text: 'May give up a client that does not answer its ping.' },
  'PING-3': { page: pinging, leftOut: noPings, text: 'Pings at an interval that can be set.' },
  'PROG-1': {
    page: progressing,
    revisions: stateful,
    text: 'Reports progress under the token of the request, 0 included, and without a token not at all.',
  },
  'PROG-2': { page: progressing, revisions: stateful, text: 'Sends only values that grow.' },
  'PROG-3': { page: progressing, revisions: stateful, text: 'Sends fractions, and a total if there is one.' },
  'PROG-4': { page: progressing, revisions: since20250326, text: 'Sends a readable message along.' },
  'PROG-5': {
    page: progressing,
    revisions: stateful,
    transports: connected,
    text: 'Reports nothing after the request has ended.',
  },
  'PROG-6': {
    page: progressing,
    revisions: stateful,
    text: 'Thins out a flood of reports but lets the last one through before the answer.',
  },
  'PROG-7': {
    page: progressing,
    revisions: stateful,
    text: 'Keeps two running requests apart even if the client gave both the same token.',
  },
  'PROG-8': {
    page: progressing,
    revisions: stateful,
    text: 'Sends progress before the answer it belongs to.',
  },
  'PROG-9': { page: progressing, leftOut: laterTasks, text: 'Keeps the token for the life of a task.' },
  'PROG-10': {
    page: progressing,
    revisions: stateful,
    transports: connected,
    text: 'Never has two own requests running under one progress token.',
  },
  'LOG-1': { page: logging, revisions: stateful, text: 'Declares logging when it may send log messages.' },
  'LOG-2': {
    page: logging,
    revisions: stateful,
    transports: connected,
    text: 'Accepts a level and from then on sends that level and above to this client.',
  },
  'LOG-3': {
    page: logging,
    revisions: stateful,
    transports: connected,
    text: 'Refuses a level it does not know as bad params.',
  },
  'LOG-4': {
    page: logging,
    revisions: stateful,
    transports: connected,
    text: 'Starts with a level of its own choice.',
  },
  'LOG-5': {
    page: logging,
    revisions: stateful,
    transports: connected,
    text: 'Uses the eight syslog levels in order, any JSON as data, and a logger name if given.',
  },
  'LOG-6': {
    page: logging,
    revisions: stateful,
    transports: connected,
    text: 'Thins out a flood of log messages and says how many it left out.',
  },
  'LOG-7': { page: logging, leftOut: authorDuty, text: 'Logs no secrets and no personal data.' },
  'LOG-8': {
    page: logging,
    revisions: stateful,
    transports: connected,
    text: 'Sends the logs of a request to its own client only.',
  },
  'LOG-9': {
    page: logging,
    revisions: stateful,
    transports: connected,
    text: 'May log before the client says it is initialized.',
  },
  'PAG-1': { page: paging, revisions: stateful, text: 'Accepts a cursor on all four lists.' },
  'PAG-2': { page: paging, revisions: stateful, text: 'Gives a string cursor only when more may follow.' },
  'PAG-3': {
    page: paging,
    revisions: stateful,
    text: 'Neither repeats nor skips what stays when entries come and go between pages.',
  },
  'PAG-4': {
    page: paging,
    revisions: stateful,
    text: 'Refuses a cursor that is invented, altered or from another list as bad params.',
  },
  'PAG-5': { page: paging, revisions: stateful, text: 'Takes missing or empty params as the first page.' },
  'PAG-6': {
    page: paging,
    revisions: stateful,
    transports: connected,
    text: 'Refuses the cursor of another connection.',
  },
  'PAG-7': { page: paging, revisions: stateful, text: 'Refuses any cursor on a list that fits one page.' },
};
