// Work: a git command and its result, as output in pieces or whole, or as the error of git.
import { GitError } from '../git-error.ts';
import type { Command, Option, Revision } from '../arguments/arguments.ts';
import type { HostRule } from '../remote/hosts.ts';
import type { SandboxMode, Setting, Trust } from './environment.ts';
import { toFailure } from './errors.ts';
import { decode } from '../arguments/names.ts';

/** The policy for all repositories. */
export interface GitPolicy {
  readonly trust: Trust;
  /** Hosts that transfers may reach. An empty list allows every public host. */
  readonly remoteHosts: readonly HostRule[];
  readonly timeoutMs: number;
  /** When to sandbox git. */
  readonly sandbox: SandboxMode;
  /** Maximum memory of one git command, in bytes. */
  readonly maxMemory: number;
  /** Branches that are never rewritten or deleted, in lower case. */
  readonly protectedBranches: readonly string[];
}

/** Limits of a command. */
export interface Limits extends Pick<GitPolicy, 'timeoutMs' | 'maxMemory' | 'sandbox'> {
  readonly signal: AbortSignal;
}

/** A command and how it is run. */
export interface Work extends Command {
  /** Standard input. */
  readonly input?: string | Buffer | undefined;
  /** Additional settings of this command. */
  readonly settings?: readonly Setting[];
  /** Exit codes besides 0 that are results, not errors. */
  readonly answers?: readonly number[];
  /** Set for commands that update the index with what they learn about files, even if nothing changes. */
  readonly spoilsIndex?: boolean;
  /** Set for commands that only inspect files. */
  readonly ignoresSubmodules?: boolean;
  /** A folder for this command. */
  readonly scratch?: string;
  /** Whether new objects go there instead of into the repository. */
  readonly makesObjects?: boolean;
  /** The worktree that the command creates. */
  readonly makes?: string;
  /** Set if the caller has checked that no remote branch has the commits that this drops from the current branch. */
  readonly dropsUnpublished?: boolean;
  /** Set for commands that use pathspec magic themselves: the paths after `--` get it too. */
  readonly hasPathspecs?: boolean;
}

/** How a process ended. */
export interface Ended {
  /** The exit code, or 0 if the output was enough. */
  readonly code: number;
  readonly errors: string;
}

/** The output. Bytes that are not UTF-8 are as in `decode`. */
export interface Output extends Ended {
  readonly text: string;
}

/** Runs a command while no other call uses the repository. */
export type Run = (work: Work) => Promise<Output>;

/** Commands that never change files, index or refs, whatever their options. */
export const READING = [
  ...([
    'blame',
    'cat-file',
    'check-attr',
    'commit-tree',
    'diff',
    'diff-tree',
    'for-each-ref',
    'grep',
  ] as const),
  ...([
    'log',
    'ls-files',
    'ls-tree',
    'merge-base',
    'merge-file',
    'merge-tree',
    'rev-list',
    'rev-parse',
  ] as const),
  ...(['status', 'var', 'worktree list'] as const),
] as const;

/** A command that is read-only by its name or first option. */
export type ReadingWork =
  | (Work & { readonly name: (typeof READING)[number] })
  | (Work & { readonly name: 'add'; readonly options: readonly ['--dry-run', ...Option[]] })
  | (Work & { readonly name: 'apply'; readonly options: readonly ['--check' | '--numstat', ...Option[]] })
  | (Work & { readonly name: 'symbolic-ref'; readonly operands: readonly [Revision] });

/** Runs a read-only command. A dry run has nothing else. */
export type Read = (work: ReadingWork) => Promise<Output>;

/** Handles a chunk of standard output. Returns false to stop git. */
export type OnChunk = (chunk: Buffer) => boolean;

/** Collects output, up to a number of bytes. */
export class Collected {
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;
  #count = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  readonly add: OnChunk = (chunk) => {
    if (!this.isCut) this.#chunks.push(chunk);
    this.#count += chunk.length;
    return !this.isCut;
  };

  /** There was more output, and git was stopped. */
  get isCut(): boolean {
    return this.#count > this.#maxBytes;
  }

  /** The collected output, a little more than the limit if there was more. */
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** No name is this long. The beginning of a longer commit message is enough. */
const MAX_RECORD_BYTES = 1_000_000;

/** Calls `onRecord` for each complete record. Bytes that are not UTF-8 are as in `decode`. */
export class Records {
  #rest: Buffer = Buffer.alloc(0);
  readonly #onRecord: (record: string) => void;

  constructor(onRecord: (record: string) => void) {
    this.#onRecord = onRecord;
  }

  /** Reads a piece. */
  add(chunk: Buffer): void {
    const end = chunk.lastIndexOf(0);
    if (end < 0) {
      if (this.#rest.length < MAX_RECORD_BYTES) this.#rest = Buffer.concat([this.#rest, chunk]);
      return;
    }
    const whole = Buffer.concat([this.#rest, chunk.subarray(0, end)]);
    this.#rest = chunk.subarray(end + 1);
    // No UTF-8 character contains a NUL, so decoding everything at once is equal and much faster.
    for (const record of decode(whole).split('\0')) this.#onRecord(record);
  }
}

/** @throws {GitError} if there is more output than a tool can use. */
export const toText = (output: Collected): string => {
  if (output.isCut) throw new GitError('The answer of git is too large. Ask for less.');
  return decode(output.bytes);
};

/** @throws {GitError} if git refuses. */
export const checked = ({ name, answers = [] }: Work, ended: Ended, text: string): Ended => {
  if (ended.code === 0 || answers.includes(ended.code)) return ended;
  throw toFailure(name, { ...ended, text });
};
