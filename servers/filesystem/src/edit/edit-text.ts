// Edits a text and compares the result: here, or on a thread where that could keep the server from its other calls.
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { readAnswer, type Answer } from '../failure.ts';
import { applyEdits, type Edit, type EditedText } from './apply-edits.ts';
import { unifiedDiff, type UnifiedDiff } from './unified-diff.ts';

/** A text, and what to do with it. Plain data, so that it can be sent to a thread. */
export interface EditTask {
  readonly text: string;
  readonly edits: readonly Edit[];
  /** For the header of the diff. */
  readonly path: string;
  readonly maxDiffChars: number;
}

/** The text with its edits. */
export interface EditResult extends EditedText {
  readonly diff: UnifiedDiff;
}

/**
 * A search takes time in proportion to the product of both lengths at worst: with this product tenths of a second. Mostly
 * it takes time in proportion to the longer one.
 */
const QUICK_PRODUCT = 3e8;
/** A longer text takes that long to be split and compared. */
const QUICK_LENGTH = 8_388_608;

/**
 * Makes the edits.
 *
 * @throws {FileError} when one of them cannot be made. @throws the reason of the signal.
 */
export const editText = async (task: EditTask, signal: AbortSignal): Promise<EditResult> => {
  const length = task.edits.reduce((sum, { oldText }) => sum + oldText.length, 0);
  const isQuick = task.text.length <= QUICK_LENGTH && task.text.length * length <= QUICK_PRODUCT;
  return isQuick ? editHere(task) : editOnThread(task, signal);
};

/** Makes the edits on this thread. */
export const editHere = ({ text, edits, path, maxDiffChars }: EditTask): EditResult => {
  const edited = applyEdits(text, edits);
  return { ...edited, diff: unifiedDiff(path, text, edited.text, maxDiffChars) };
};

// Beside its source, or beside the bundle.
const SCRIPT = join(import.meta.dirname, `edit-worker${extname(import.meta.filename)}`);

const editOnThread = async (task: EditTask, signal: AbortSignal): Promise<EditResult> => {
  // Loading threads takes milliseconds that no host should wait for at the start.
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(SCRIPT, { workerData: task });
  try {
    const [answer] = (await once(worker, 'message', { signal })) as [Answer<EditResult>];
    return readAnswer(answer);
  } finally {
    await worker.terminate();
  }
};
