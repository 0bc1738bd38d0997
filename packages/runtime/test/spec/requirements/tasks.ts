// The extension io.modelcontextprotocol/tasks: calls of tools that outlive their answer.
import { modern, only20251125, kept } from './types.ts';
import type { Requirements } from './types.ts';

const page = 'extensions/tasks';

export const tasks: Requirements = {
  ...kept(page, modern, {
    'TK-01': 'Makes tasks of tool calls only, and only where this very request declares the extension.',
    'TK-02': 'Answers with the flat task, which can be asked for from then on.',
    'TK-03': 'Tells a task with its questions, result or error, as its status says.',
    'TK-04':
      'Acknowledges answers and cancellation with an empty result, and overlooks keys that are not open.',
    'TK-05':
      'Completes with results, also those of errors, fails with errors of the protocol only, and changes nothing after.',
    'TK-06': 'Refuses undeclared use, unknown tasks, and methods of former drafts, each with its code.',
    'TK-07': 'Notifies of whole tasks on streams that asked for them, and never of progress or logs.',
    'TK-08': 'Gives ids that cannot be guessed, and shows tasks to their caller only.',
  }),
  ...kept(page, only20251125, {
    'TK-09': 'Offers no tasks where they were an experiment.',
  }),
};
