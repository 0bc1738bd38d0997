// Cancellation, ping, progress, logging and pagination of the stateful revisions.
import { authorDuty, connected, laterTasks, since20250326, stateful, kept, leftOut, over } from './types.ts';
import type { Requirements } from './types.ts';

const cancelling = 'basic/utilities/cancellation';
const pinging = 'basic/utilities/ping';
const noPings = 'over stdio the end of the stream shows that a client is gone; the server sends no pings';
const progressing = 'basic/utilities/progress';
const logging = 'server/utilities/logging';
const paging = 'server/utilities/pagination';

export const utilities: Requirements = {
  ...kept(cancelling, over(connected, stateful), {
    'CAN-1': 'Aborts the handler of a cancelled request and does not answer it.',
    'CAN-2': 'Overlooks a cancellation that names no running request.',
    'CAN-3': 'Settles a request once when its answer and its cancellation cross.',
    'CAN-4': 'Cancels only own requests that still run.',
    'CAN-7': 'Makes the reason of a cancellation known.',
    'CAN-8': 'Overlooks a cancellation without a request id.',
    'CAN-10': 'Cancels what a handler asked of the client together with the handler.',
    'CAN-11': 'Tells ids of different type apart, 0 included, and keeps connections apart.',
  }),
  ...kept(cancelling, stateful, {
    'CAN-5': 'Finishes the handshake even if it is cancelled.',
    'CAN-6': 'Overlooks the late answer to what it cancelled.',
  }),
  ...leftOut(cancelling, laterTasks, {
    'CAN-9': 'Cancels a task only by its own method.',
  }),
  ...kept(pinging, stateful, {
    'PING-1': 'Answers ping at any time with an empty result.',
  }),
  ...leftOut(pinging, noPings, {
    'PING-2': 'May give up a client that does not answer its ping.',
    'PING-3': 'Pings at an interval that can be set.',
  }),
  ...kept(progressing, stateful, {
    'PROG-1': 'Reports progress under the token of the request, 0 included, and without a token not at all.',
    'PROG-2': 'Sends only values that grow.',
    'PROG-3': 'Sends fractions, and a total if there is one.',
    'PROG-6': 'Thins out a flood of reports but lets the last one through before the answer.',
    'PROG-7': 'Keeps two running requests apart even if the client gave both the same token.',
    'PROG-8': 'Sends progress before the answer it belongs to.',
  }),
  ...kept(progressing, since20250326, {
    'PROG-4': 'Sends a readable message along.',
  }),
  ...kept(progressing, over(connected, stateful), {
    'PROG-5': 'Reports nothing after the request has ended.',
    'PROG-10': 'Never has two own requests running under one progress token.',
  }),
  ...leftOut(progressing, laterTasks, {
    'PROG-9': 'Keeps the token for the life of a task.',
  }),
  ...kept(logging, stateful, {
    'LOG-1': 'Declares logging when it may send log messages.',
  }),
  ...kept(logging, over(connected, stateful), {
    'LOG-2': 'Accepts a level and from then on sends that level and above to this client.',
    'LOG-3': 'Refuses a level it does not know as bad params.',
    'LOG-4': 'Starts with a level of its own choice.',
    'LOG-5': 'Uses the eight syslog levels in order, any JSON as data, and a logger name if given.',
    'LOG-6': 'Thins out a flood of log messages and says how many it left out.',
    'LOG-8': 'Sends the logs of a request to its own client only.',
    'LOG-9': 'May log before the client says it is initialized.',
  }),
  ...leftOut(logging, authorDuty, {
    'LOG-7': 'Logs no secrets and no personal data.',
  }),
  ...kept(paging, stateful, {
    'PAG-1': 'Accepts a cursor on all four lists.',
    'PAG-2': 'Gives a string cursor only when more may follow.',
    'PAG-3': 'Neither repeats nor skips what stays when entries come and go between pages.',
    'PAG-4': 'Refuses a cursor that is invented, altered or from another list as bad params.',
    'PAG-5': 'Takes missing or empty params as the first page.',
    'PAG-7': 'Refuses any cursor on a list that fits one page.',
  }),
  ...kept(paging, over(connected, stateful), {
    'PAG-6': 'Refuses the cursor of another connection.',
  }),
};
