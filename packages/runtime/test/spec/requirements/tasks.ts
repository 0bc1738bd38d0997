// The extension io.modelcontextprotocol/tasks: calls of tools that outlive their answer.
import { modern, only20251125 } from './types.ts';
import type { Requirements } from './types.ts';

const page = 'extensions/tasks';

export const tasks: Requirements = {
  'TK-01': {
    page,
    revisions: modern,
    text: 'Makes tasks of tool calls only, and only where this very request declares the extension.',
  },
  'TK-02': {
    page,
    revisions: modern,
    text: 'Answers with the flat task, which can be asked for from then on.',
  },
  'TK-03': {
    page,
    revisions: modern,
    text: 'Tells a task with its questions, result or error, as its status says.',
  },
  'TK-04': {
    page,
    revisions: modern,
    text: 'Acknowledges answers and cancellation with an empty result, and overlooks keys that are not open.',
  },
  'TK-05': {
    page,
    revisions: modern,
    text: 'Completes with results, also those of errors, fails with errors of the protocol only, and changes nothing after.',
  },
  'TK-06': {
    page,
    revisions: modern,
    text: 'Refuses undeclared use, unknown tasks, and methods of former drafts, each with its code.',
  },
  'TK-07': {
    page,
    revisions: modern,
    text: 'Notifies of whole tasks on streams that asked for them, and never of progress or logs.',
  },
  'TK-08': {
    page,
    revisions: modern,
    text: 'Gives ids that cannot be guessed, and shows tasks to their caller only.',
  },
  'TK-09': { page, revisions: only20251125, text: 'Offers no tasks where they were an experiment.' },
};
