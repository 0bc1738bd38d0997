// Requirements that belong to later parts of the project (the transport of 2024-11-05, tasks), and the one on
// tasks that holds already.
import { laterHttp, laterTasks, only20251125 } from './types.ts';
import type { Requirements } from './types.ts';

const http = { page: 'basic/transports', leftOut: laterHttp };
const tasks = { page: 'basic/utilities/tasks', leftOut: laterTasks };

export const later: Requirements = {
  'SSE-1': { ...http, text: 'Offers one path for the event stream and one for messages.' },
  'SSE-2': { ...http, text: 'Tells the path for messages in the first event.' },
  'SSE-3': { ...http, text: 'Sends each message as an event of that name.' },
  'SSE-4': { ...http, text: 'Accepts messages without answering them in place.' },
  'SSE-5': { ...http, text: 'Checks where a connection comes from.' },
  'SSE-6': { ...http, text: 'Listens on the local address when used locally.' },
  'SSE-7': { ...http, text: 'Checks credentials on both paths.' },
  'SSE-8': { ...http, text: 'Uses a key that cannot be guessed in the path for messages.' },
  'SSE-9': { ...http, text: 'Ends the session with the stream.' },
  'SSE-10': { ...http, text: 'Serves the old paths beside the new one.' },
  'SSE-11': { ...http, text: 'Lets old clients find out which transport is meant.' },
  'TASK-1': { ...tasks, text: 'Declares which requests may become tasks.' },
  'TASK-2': {
    page: 'basic/utilities/tasks',
    revisions: only20251125,
    text: 'Answers a request that asks for a task in the plain way when it has not declared tasks.',
  },
  'TASK-3': { ...tasks, text: 'Says per tool whether tasks are possible.' },
  'TASK-4': { ...tasks, text: 'Refuses a task of a tool that forbids it.' },
  'TASK-5': { ...tasks, text: 'Refuses a plain call of a tool that needs a task.' },
  'TASK-6': { ...tasks, text: 'Answers at once with a task.' },
  'TASK-7': { ...tasks, text: 'Gives every task an id of its own.' },
  'TASK-8': { ...tasks, text: 'Moves a task through the legal states only.' },
  'TASK-9': { ...tasks, text: 'Says when a task was made and how long it is kept.' },
  'TASK-10': { ...tasks, text: 'May shorten the time a task is kept.' },
  'TASK-11': { ...tasks, text: 'Gives the result of a task as the plain request would have.' },
  'TASK-12': { ...tasks, text: 'Names the task in its result.' },
  'TASK-13': { ...tasks, text: 'Names the task in all that belongs to it.' },
  'TASK-14': { ...tasks, text: 'Finds a task by its parameter.' },
  'TASK-15': { ...tasks, text: 'Says when a task needs input.' },
  'TASK-16': { ...tasks, text: 'Answers polls without a stream.' },
  'TASK-17': { ...tasks, text: 'May report the state of a task.' },
  'TASK-18': { ...tasks, text: 'Counts error results as failed.' },
  'TASK-19': { ...tasks, text: 'Cancels a task for good.' },
  'TASK-20': { ...tasks, text: 'Refuses an unknown task.' },
  'TASK-21': { ...tasks, text: 'Lists tasks in pages.' },
  'TASK-22': { ...tasks, text: 'Shows tasks to their owner only.' },
  'TASK-23': { ...tasks, text: 'Uses ids that cannot be guessed.' },
  'TASK-24': { ...tasks, text: 'Bounds number and age of tasks.' },
  'TASK-25': { ...tasks, text: 'Follows the rules on progress and cancellation.' },
  'TASK-26': { ...tasks, text: 'Polls the tasks of a client.' },
  'TASK-27': { ...tasks, text: 'May give the model something to say meanwhile.' },
  'TASK-28': { ...tasks, text: 'Keeps a task when its stream ends.' },
};
