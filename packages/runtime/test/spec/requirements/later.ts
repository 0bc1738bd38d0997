// Requirements that belong to later parts of the project (tasks), and the one on tasks that holds already.
import { laterTasks, only20251125 } from './types.ts';
import type { Requirements } from './types.ts';

const tasks = { page: 'basic/utilities/tasks', leftOut: laterTasks };

export const later: Requirements = {
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
