// The part of a search thread that does not depend on how trees are opened: takes jobs, answers them.
import { parentPort, workerData } from 'node:worker_threads';
import { FileError } from '../failure.ts';
import { GlobError } from '../glob.ts';
import { Pace } from './pace.ts';
import type { WalkSource } from './walk-source.ts';
import { searchContents, type ContentProgress } from './content-search.ts';
import { QueryError } from './query.ts';
import { SharedState, type FailedSearch, type SearchJob, type SearchReply } from './search-messages.ts';

/** The main thread no longer wants the result. */
class CancelledError extends Error {}

/** Opens the tree of a job. It is disposed of, where it wants that, when the search has ended. */
export type OpenTree = (where: unknown) => WalkSource & Partial<Disposable>;

/** Progress is told no more often, in milliseconds. */
const PROGRESS_MS = 100;

/**
 * Serves the searches of the main thread. To be called once, in the script of a worker. `open` opens the tree of a job
 * and checks every path; it may throw.
 */
export const serveSearches = (open: OpenTree): void => {
  const shared = new SharedState(workerData as SharedArrayBuffer);
  const reply = (message: SearchReply): void => parentPort?.postMessage(message, []);
  parentPort?.on('message', (job: SearchJob) => {
    void run(job, open, shared, reply).then(reply);
  });
};

const run = async (
  { where, query, maxMs }: SearchJob,
  open: OpenTree,
  shared: SharedState,
  reply: (message: SearchReply) => void,
): Promise<SearchReply> => {
  const check = (): void => {
    if (shared.isCancelled) throw new CancelledError('The search was cancelled.');
  };
  let told = performance.now();
  const onProgress = (progress: ContentProgress): void => {
    shared.begin('idle');
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    reply({ kind: 'progress', progress });
  };
  let last = '';
  const onStep = (path: string, step: 'read' | 'match'): void => {
    shared.begin(step, path === last ? undefined : path);
    last = path;
  };
  let source: ReturnType<OpenTree> | undefined;
  try {
    const pace = new Pace({ check, maxMs });
    source = open(where);
    return {
      kind: 'found',
      found: await searchContents(query, { source, pace, onStep, onProgress }),
    };
  } catch (error) {
    return { kind: 'failed', error: toFailed(error) };
  } finally {
    source?.[Symbol.dispose]?.();
    shared.begin('idle');
  }
};

const toFailed = (error: unknown): FailedSearch => {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof QueryError) return { name: 'QueryError', message };
  if (error instanceof GlobError) return { name: 'GlobError', message };
  if (error instanceof FileError)
    return { name: 'FileError', message: error.problem, code: error.code, hint: error.hint };
  return { name: error instanceof CancelledError ? 'CancelledError' : 'Error', message };
};
