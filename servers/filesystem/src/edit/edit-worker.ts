// The script of the thread that makes long edits: one task, one answer.
import { parentPort, workerData } from 'node:worker_threads';
import { toAnswer } from '../failure.ts';
import { editHere, type EditTask } from './edit-text.ts';

void toAnswer(() => editHere(workerData as EditTask)).then((answer) => parentPort?.postMessage(answer, []));
