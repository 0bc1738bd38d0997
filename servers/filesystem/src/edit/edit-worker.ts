// The script of the thread that makes long edits: one task, one answer.
import { parentPort, workerData } from 'node:worker_threads';
import { EditError } from './edit-error.ts';
import { editHere, type EditReply, type EditTask } from './edit-text.ts';

const reply = async (): Promise<EditReply> => {
  try {
    return { result: await editHere(workerData as EditTask) };
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    const { reason, message, index, lines } = error;
    return { error: { reason, message, index, lines } };
  }
};

void reply().then((answer) => parentPort?.postMessage(answer, []));
