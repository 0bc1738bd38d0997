// Every git process of this server: run by simple-git, without a shell or a terminal, with an environment made from
// nothing, bounded in time, output and number, and ended when the call is cancelled.
import { GitError } from '../git-error.ts';
import type { SimpleGitOptions } from 'simple-git';
import { Budget } from '@mcp/limited-work/budget';
import { refusal } from './errors.ts';
import { findGit } from './environment.ts';
import { idOf, stopTree, watchProcess } from './process-tree.ts';
import { enter, type Room, type Unconfined } from './sandbox.ts';
import { Collected, type Ended, type Limits, type Take } from './work.ts';

/** What to run, and where. */
export interface Invocation {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Standard input. */
  readonly input?: string | Buffer;
  /** What is in the sandbox where git runs, or why it runs in none. */
  readonly room: Room | Unconfined;
  /** Equal for all commands of a repository: it has no more than half of the processes. Without one: where it runs. */
  readonly share?: string;
  /**
   * Set for a transfer: takes what git writes to standard error while it works. Transfers have a queue of their own.
   */
  readonly watch?: (chunk: Buffer) => void;
}

/** How long something that git started may keep its output open. */
const LINGER_MS = 1000;
const MAX_ERROR_BYTES = 16_384;
/** Why a process ends whose output was enough. */
const ENOUGH = 'enough';

// More at once would only be slower; a client can send any number of calls. Half of them are for one repository at
// most, and the last two for those that have none: in hostile ones each could hang until its time is over.
const slots = new Budget(8, 4, 2);
// A remote can be slow, or hang on purpose.
const transferSlots = new Budget(4, 2, 1);

/**
 * simple-git refuses these unless they are switched on, because a caller could pass on the text of an attacker. Here
 * they carry the trust policy: each key of a repository that names a program is set to one that does nothing.
 */
const POLICY_NEEDS: SimpleGitOptions['unsafe'] = {
  allowUnsafeAlias: true,
  allowUnsafeAskPass: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeEditor: true,
  allowUnsafeFilter: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeGpgProgram: true,
  allowUnsafeHooksPath: true,
  allowUnsafeMergeDriver: true,
  allowUnsafePager: true,
  allowUnsafeSshCommand: true,
  // `git clone --template=`: no template.
  allowUnsafeTemplateDir: true,
  // A directory that is fetched from is at the address of its view.
  allowUnsafeUrlRewrite: true,
  // The absolute path of git may have a space in it.
  allowUnsafeCustomBinary: true,
  // Else simple-git sets a variable by which hooks of a trusted repository could not abbreviate options.
  allowAbbreviatedOptions: true,
};

/**
 * Runs git and gives its output to `take` as it comes.
 *
 * @throws {GitError} when git is not installed, cannot be started or takes longer than the limit.
 * @throws the reason of the signal when that is aborted. The process is gone then.
 */
export const runGit = (invocation: Invocation, limits: Limits, take: Take): Promise<Ended> => {
  const places = invocation.watch === undefined ? slots : transferSlots;
  const turn = { signal: limits.signal, share: invocation.share ?? invocation.cwd };
  return places.run(turn, () => runNow(invocation, limits, take));
};

const runNow = async (invocation: Invocation, limits: Limits, take: Take): Promise<Ended> => {
  const { signal, timeoutMs, maxMemory } = limits;
  const late = AbortSignal.timeout(timeoutMs);
  using output = new Output(take, invocation, maxMemory);
  const abort = AbortSignal.any([signal, late, output.end]);
  // Before simple-git stops git itself: what it has started is still to be found then.
  abort.addEventListener('abort', () => output.stop());
  let code = 0;
  try {
    await start(invocation, abort, output, (exitCode) => (code = exitCode));
  } catch (error) {
    throw notStarted(error);
  }
  signal.throwIfAborted();
  const { errors } = output;
  if (output.end.reason === ENOUGH) return { code: 0, errors };
  output.end.throwIfAborted();
  if (late.aborted)
    throw refusal('timeout', `git took longer than ${timeoutMs / 1000} s and was stopped.`, ASK_LESS);
  if (code < 0) throw notStarted(new Error(`exit code ${code}`));
  // The room could not be made: no exit code of it is one of git.
  if (code !== 0 && typeof invocation.room !== 'string' && errors.startsWith('bwrap: '))
    throw notStarted(new Error(errors.trim()));
  return { code, errors };
};

const notStarted = (error: unknown): GitError =>
  error instanceof GitError
    ? error
    : new GitError(`git cannot be started: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });

const ASK_LESS = 'Ask for less: fewer commits, or some paths only.';

/** Throws also where the directory is gone. */
const start = async (
  { args, cwd, env, input, room }: Invocation,
  abort: AbortSignal,
  output: Output,
  ended: (exitCode: number) => void,
): Promise<void> => {
  const own = [findGit(), ...args];
  const { program, args: all } =
    typeof room === 'string' ? { program: findGit(), args } : enter(room, cwd, own);
  const { simpleGit } = await import('simple-git');
  const git = simpleGit({
    abort,
    // What an exit code means, the caller knows.
    errors: (_error, { exitCode }) => {
      ended(exitCode);
      return undefined;
    },
    baseDir: cwd,
    binary: program,
    // All of the environment is ours, see environment.ts.
    allowEnvironment: Object.keys(env),
    unsafe: POLICY_NEEDS,
    completion: { onClose: true, onExit: LINGER_MS },
    // Without anything to write, simple-git leaves standard input open, and git could wait for it.
    input: () => input ?? '\n',
  }).env(env);
  await git.outputHandler((_program, stdout, stderr) => output.read(stdout, stderr)).raw([...all]);
};

/** What runs. */
const running = new Set<Output>();

// Before the folders go into which git writes.
process.prependOnceListener('exit', () => {
  for (const output of running) output.stop();
});

/** Reads both outputs of a process. Nothing is kept of standard output. */
class Output implements Disposable {
  readonly #take: Take;
  readonly #invocation: Pick<Invocation, 'watch'>;
  readonly #maxMemory: number;
  readonly #end = new AbortController();
  readonly #errors = new Collected(MAX_ERROR_BYTES);
  #streams: readonly NodeJS.ReadableStream[] = [];
  #process: number | undefined;
  #guard: Disposable | undefined;

  constructor(take: Take, invocation: Pick<Invocation, 'watch'>, maxMemory: number) {
    this.#take = take;
    this.#invocation = invocation;
    this.#maxMemory = maxMemory;
    running.add(this);
  }

  /** Aborted when `take` has enough, or with the error when something is wrong with the process. */
  get end(): AbortSignal {
    return this.#end.signal;
  }

  /** The beginning of standard error. */
  get errors(): string {
    return this.#errors.bytes.toString('utf8', 0, MAX_ERROR_BYTES);
  }

  read(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream): void {
    this.#streams = [stdout, stderr];
    this.#process = idOf(stdout);
    if (this.#process !== undefined)
      this.#guard = watchProcess(this.#process, this.#maxMemory, (error) => this.#end.abort(error));
    // simple-git would keep all of it until the end.
    for (const stream of this.#streams) stream.removeAllListeners('data');
    stdout.on('data', (chunk: Buffer) => {
      if (!this.end.aborted && !this.#take(chunk)) this.#end.abort(ENOUGH);
    });
    stderr.on('data', (chunk: Buffer) => {
      this.#invocation.watch?.(chunk);
      this.#errors.take(chunk);
    });
    // simple-git waits another 50 ms for a command that prints nothing: an empty chunk is something.
    queueMicrotask(() => stdout.emit('data', Buffer.alloc(0)));
  }

  /** Ends the process and what it has started. */
  stop(): void {
    if (this.#process !== undefined) stopTree(this.#process);
  }

  /** Lets go of streams that something started by git still holds. */
  [Symbol.dispose](): void {
    running.delete(this);
    this.#guard?.[Symbol.dispose]();
    for (const stream of this.#streams) if (isDestroyable(stream)) stream.destroy();
  }
}

const isDestroyable = (stream: object): stream is { destroy(): void } => 'destroy' in stream;
