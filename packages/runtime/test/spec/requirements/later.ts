// Requirements that belong to later parts of the project (tasks), and the one on tasks that holds already.
import { laterTasks, only20251125, kept, leftOut } from './types.ts';
import type { Requirements } from './types.ts';

const tasks = 'basic/utilities/tasks';

export const later: Requirements = {
  ...leftOut(tasks, laterTasks, {
    'TASK-1': 'Declares which requests may become tasks.',
    'TASK-3': 'Says per tool whether tasks are possible.',
    'TASK-4': 'Refuses a task of a tool that forbids it.',
    'TASK-5': 'Refuses a plain call of a tool that needs a task.',
    'TASK-6': 'Answers at once with a task.',
    'TASK-7': 'Gives every task an id of its own.',
    'TASK-8': 'Moves a task through the legal states only.',
    'TASK-9': 'Says when a task was made and how long it is kept.',
    'TASK-10': 'May shorten the time a task is kept.',
    'TASK-11': 'Gives the result of a task as the plain request would have.',
    'TASK-12': 'Names the task in its result.',
    'TASK-13': 'Names the task in all that belongs to it.',
    'TASK-14': 'Finds a task by its parameter.',
    'TASK-15': 'Says when a task needs input.',
    'TASK-16': 'Answers polls without a stream.',
    'TASK-17': 'May report the state of a task.',
    'TASK-18': 'Counts error results as failed.',
    'TASK-19': 'Cancels a task for good.',
    'TASK-20': 'Refuses an unknown task.',
    'TASK-21': 'Lists tasks in pages.',
    'TASK-22': 'Shows tasks to their owner only.',
    'TASK-23': 'Uses ids that cannot be guessed.',
    'TASK-24': 'Bounds number and age of tasks.',
    'TASK-25': 'Follows the rules on progress and cancellation.',
    'TASK-26': 'Polls the tasks of a client.',
    'TASK-27': 'May give the model something to say meanwhile.',
    'TASK-28': 'Keeps a task when its stream ends.',
  }),
  ...kept(tasks, only20251125, {
    'TASK-2': 'Answers a request that asks for a task in the plain way when it has not declared tasks.',
  }),
};
