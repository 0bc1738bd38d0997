// Requirements of 2026-07-28 that belong to later parts of the project.
import { laterTasks } from './types.ts';
import type { Requirements } from './types.ts';

const tasks = { page: 'extensions/tasks', leftOut: laterTasks };

export const modernLater: Requirements = {
  'TK-01': { ...tasks, text: 'Makes tasks only for clients that know them.' },
  'TK-02': { ...tasks, text: 'Answers with a task that is already kept.' },
  'TK-03': { ...tasks, text: 'Tells the state of a task with its outcome.' },
  'TK-04': { ...tasks, text: 'Takes answers and cancellations for a task.' },
  'TK-05': { ...tasks, text: 'Uses five states, three of them final.' },
  'TK-06': { ...tasks, text: 'Refuses task methods to clients that know no tasks.' },
  'TK-07': { ...tasks, text: 'May report tasks to subscribers.' },
  'TK-08': { ...tasks, text: 'Uses ids that cannot be guessed.' },
  'TK-09': { ...tasks, text: 'Does not mix the two kinds of tasks.' },
};
