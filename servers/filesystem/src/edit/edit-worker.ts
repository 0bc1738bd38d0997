// The script of the thread that makes long edits: one task, one answer.
import { parentPort, workerData } from 'node:worker_threads';
import { FileError } from '../failure.ts';
import { editHere, type EditReply, type EditTask } from './edit-text.ts';

const reply = (task: EditTask): EditReply => {
  try {
    return { result: editHere(task) };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { code, problem, hint } = error;
    return { failure: { code, problem, hint } };
  }
};

parentPort?.postMessage(reply(workerData as EditTask), []);
