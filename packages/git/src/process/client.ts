// Client: runs every git process through simple-git, without a shell or terminal, with limits of time, output and
// number, and until the call is cancelled.
import { GitError } from '../git-error.ts';
import type { SimpleGitOptions } from 'simple-git';
import { Budget } from '@mcp/limited-work/budget';
import { refusal } from './errors.ts';
import { findGit } from './environment.ts';
import { processOf, stopTree, watchProcess } from './process-tree.ts';
import { enter, type Confinement, type Unconfined } from './sandbox.ts';
import { Collected, type Ended, type Limits, type OnChunk } from './work.ts';

/** What to run, and where. */
export interface Invocation {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Standard input. */
  readonly input?: string | Buffer;
  /** The sandbox, or why there is none. */
  readonly confinement: Confinement | Unconfined;
  /**
   * Equal for all commands of a repository, which gets at most half of the processes. Default: the working directory.
   */
  readonly share?: string;
  /**
   * Set for a transfer: gets what git writes to standard error while it works. Transfers have their own queue.
   */
  readonly watch?: (chunk: Buffer) => void;
}

/**
 * A process that git started may keep the output open: after the exit, a silence of this length is its end. On Windows
 * the last output can come late, because git.exe only starts the real one.
 */
const SILENCE_MS = process.platform === 'win32' ? 5000 : 1000;
const MAX_ERROR_BYTES = 16_384;
/** The reason if the output was enough. */
const ENOUGH = 'enough';

// More at once would only be slower, although a client can send any number of calls. One repository gets at most half,
// and the last two are for repositories without a process, because in a hostile one each could hang until its timeout.
const slots = new Budget(8, 4, 2);
// A remote can be slow, or hang on purpose.
const transferSlots = new Budget(4, 2, 1);

/**
 * simple-git refuses these unless they are turned on, because a caller could pass on text of an attacker. Here they
 * carry the trust policy: each key that names a program is set to one that does nothing.
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
  // A directory is fetched from the address of its view.
  allowUnsafeUrlRewrite: true,
  // The absolute path of git may contain a space.
  allowUnsafeCustomBinary: true,
  // Otherwise simple-git sets a variable that prevents hooks of a trusted repository from abbreviating options.
  allowAbbreviatedOptions: true,
};

/**
 * Runs git and streams its output to `onChunk`.
 *
 * @throws {GitError} if git is not installed, cannot be started or takes too long.
 * @throws the reason of the signal if it is aborted, once the process has ended.
 */
export const runGit = (invocation: Invocation, limits: Limits, onChunk: OnChunk): Promise<Ended> => {
  const budget = invocation.watch === undefined ? slots : transferSlots;
  const share = invocation.share ?? invocation.cwd;
  return budget.run({ signal: limits.signal, share }, () => runNow(invocation, limits, onChunk));
};

const runNow = async (invocation: Invocation, limits: Limits, onChunk: OnChunk): Promise<Ended> => {
  const { signal, timeoutMs, maxMemory } = limits;
  const late = AbortSignal.timeout(timeoutMs);
  using output = new Output(onChunk, invocation, maxMemory);
  const abort = AbortSignal.any([signal, late, output.end]);
  // Before simple-git stops git itself, while its children can still be found.
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
  // The sandbox failed to start, so this is not an exit code of git.
  if (code !== 0 && typeof invocation.confinement !== 'string' && errors.startsWith('bwrap: '))
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

/** Also throws if the directory is gone. */
const start = async (
  { args, cwd, env, input, confinement }: Invocation,
  abort: AbortSignal,
  output: Output,
  ended: (exitCode: number) => void,
): Promise<void> => {
  const own = [findGit(), ...args];
  const { program, args: all } =
    typeof confinement === 'string' ? { program: findGit(), args } : enter(confinement, cwd, own);
  const { simpleGit } = await import('simple-git');
  const git = simpleGit({
    abort,
    // The caller interprets the exit code.
    errors: (_error, { exitCode }) => {
      ended(exitCode);
      return undefined;
    },
    baseDir: cwd,
    binary: program,
    // The whole environment is ours, see environment.ts.
    allowEnvironment: Object.keys(env),
    unsafe: POLICY_NEEDS,
    // `Output` closes what stays open.
    completion: { onClose: true, onExit: false },
    // Without input, simple-git leaves standard input open, and git could wait for it.
    input: () => input ?? '\n',
  }).env(env);
  await git.outputHandler((_program, stdout, stderr) => output.read(stdout, stderr)).raw([...all]);
};

/** The running processes. */
const running = new Set<Output>();

// Before the folders that git writes to are deleted.
process.prependOnceListener('exit', () => {
  for (const output of running) output.stop();
});

/** Reads both outputs of a process and stores no standard output. */
class Output implements Disposable {
  readonly #onChunk: OnChunk;
  readonly #invocation: Pick<Invocation, 'watch'>;
  readonly #maxMemory: number;
  readonly #end = new AbortController();
  readonly #errors = new Collected(MAX_ERROR_BYTES);
  #streams: readonly NodeJS.ReadableStream[] = [];
  #process: number | undefined;
  #guard: Disposable | undefined;
  #silence: NodeJS.Timeout | undefined;

  constructor(onChunk: OnChunk, invocation: Pick<Invocation, 'watch'>, maxMemory: number) {
    this.#onChunk = onChunk;
    this.#invocation = invocation;
    this.#maxMemory = maxMemory;
    running.add(this);
  }

  /** Aborted when `onChunk` has enough, or with the error of the process. */
  get end(): AbortSignal {
    return this.#end.signal;
  }

  /** The beginning of standard error. */
  get errors(): string {
    return this.#errors.bytes.toString('utf8', 0, MAX_ERROR_BYTES);
  }

  read(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream): void {
    this.#streams = [stdout, stderr];
    const child = processOf(stdout);
    this.#process = child?.pid;
    child?.once('exit', () => this.#ended());
    if (this.#process !== undefined)
      this.#guard = watchProcess(this.#process, this.#maxMemory, (error) => this.#end.abort(error));
    // simple-git would store everything.
    for (const stream of this.#streams) stream.removeAllListeners('data');
    stdout.on('data', (chunk: Buffer) => {
      if (!this.end.aborted && !this.#onChunk(chunk)) this.#end.abort(ENOUGH);
    });
    stderr.on('data', (chunk: Buffer) => {
      this.#invocation.watch?.(chunk);
      this.#errors.add(chunk);
    });
    // simple-git waits another 50 ms for a command without output. An empty chunk counts as output.
    queueMicrotask(() => stdout.emit('data', Buffer.alloc(0)));
  }

  /** Ends the process and everything that it started. */
  stop(): void {
    if (this.#process !== undefined) stopTree(this.#process);
  }

  // The system may give the id to another process.
  #ended(): void {
    this.#process = undefined;
    this.#guard?.[Symbol.dispose]();
    this.#closeInSilence();
  }

  #closeInSilence(): void {
    let isSilent = false;
    // Output that came while this process was busy is read after the timers.
    const check = (): void => {
      isSilent = true;
      setImmediate(() => isSilent && this.#close());
    };
    const timer = setTimeout(check, SILENCE_MS).unref();
    this.#silence = timer;
    for (const stream of this.#streams)
      stream.on('data', () => {
        isSilent = false;
        timer.refresh();
      });
  }

  #close(): void {
    for (const stream of this.#streams) if (isDestroyable(stream)) stream.destroy();
  }

  [Symbol.dispose](): void {
    running.delete(this);
    clearTimeout(this.#silence);
    this.#guard?.[Symbol.dispose]();
    this.#close();
  }
}

const isDestroyable = (stream: object): stream is { destroy(): void } => 'destroy' in stream;
