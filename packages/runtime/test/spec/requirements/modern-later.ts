// Requirements of 2026-07-28 that belong to later parts of the project.
import { laterHttp, laterTasks } from './types.ts';
import type { Requirements } from './types.ts';

const http = { page: 'basic/transports/streamable-http', leftOut: laterHttp };
const tasks = { page: 'extensions/tasks', leftOut: laterTasks };

export const modernLater: Requirements = {
  'H-01': { ...http, text: 'Serves everything on one path.' },
  'H-02': { ...http, text: 'Checks the origin of every connection.' },
  'H-03': { ...http, text: 'Takes exactly one request or notification.' },
  'H-04': { ...http, text: 'Accepts a notification with an empty answer.' },
  'H-05': { ...http, text: 'Answers by one object or by a stream.' },
  'H-06': { ...http, text: 'Sends only what relates to the request, then the answer, then nothing.' },
  'H-07': { ...http, text: 'Keeps proxies from buffering.' },
  'H-08': { ...http, text: 'Takes a closed stream as cancellation.' },
  'H-09': { ...http, text: 'Offers no stream, no session and no replay.' },
  'H-10': { ...http, text: 'Does not find a method it has not got.' },
  'H-11': { ...http, text: 'Serves requests at the same time.' },
  'R-01': { ...http, text: 'Compares the version header with the body.' },
  'R-02': { ...http, text: 'Compares the method header with the body.' },
  'R-03': { ...http, text: 'Compares the name header with the body.' },
  'R-04': { ...http, text: 'Decodes encoded header values.' },
  'R-05': { ...http, text: 'Lets a schema copy parameters to headers.' },
  'R-06': { ...http, text: 'Compares the copied headers with the body.' },
  'R-07': { ...http, text: 'Asks for no headers on notifications.' },
  'TK-01': { ...tasks, text: 'Makes tasks only for clients that know them.' },
  'TK-02': { ...tasks, text: 'Answers with a task that is already kept.' },
  'TK-03': { ...tasks, text: 'Tells the state of a task with its outcome.' },
  'TK-04': { ...tasks, text: 'Takes answers and cancellations for a task.' },
  'TK-05': { ...tasks, text: 'Uses five states, three of them final.' },
  'TK-06': { ...tasks, text: 'Refuses task methods to clients that know no tasks.' },
  'TK-07': { ...tasks, text: 'May report tasks to subscribers.' },
  'TK-08': { ...tasks, text: 'Uses ids that cannot be guessed.' },
  'TK-09': { ...tasks, text: 'Does not mix the two kinds of tasks.' },
  'Z-05': { ...http, text: 'Refuses a request whose header is modern and whose body is not.' },
};
