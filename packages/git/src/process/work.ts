// What is asked of git, and what comes of it: its output, piece by piece or whole, or the error that git says.
import { GitError } from '../git-error.ts';
import type { Command, Option, Revision } from '../arguments/arguments.ts';
import type { HostRule } from '../remote/hosts.ts';
import type { SandboxMode, Setting, Trust } from './environment.ts';
import { toFailure } from './errors.ts';
import { decode } from '../arguments/names.ts';

/** How git is used, for all repositories. */
export interface GitPolicy {
  readonly trust: Trust;
  /** The hosts that transfers may reach; every public one when there is none. */
  readonly remoteHosts: readonly HostRule[];
  readonly timeoutMs: number;
  /** When to sandbox git. */
  readonly sandbox: SandboxMode;
  /** How much memory one git command may need, in bytes. */
  readonly maxMemory: number;
  /** Branches whose history is not rewritten and that are not deleted, in small letters. */
  readonly protectedBranches: readonly string[];
}

/** When to give up. */
export interface Limits extends Pick<GitPolicy, 'timeoutMs' | 'maxMemory' | 'sandbox'> {
  readonly signal: AbortSignal;
}

/** A command and how it is run. */
export interface Work extends Command {
  /** Standard input. */
  readonly input?: string | Buffer | undefined;
  /** Settings of this command, beside those of all. */
  readonly settings?: readonly Setting[];
  /** Exit codes that are answers, beside 0. */
  readonly answers?: readonly number[];
  /** Set for commands that write what they find out about files into the index, even when nothing is to change. */
  readonly spoilsIndex?: boolean;
  /** Set for commands that look at files only. */
  readonly ignoresSubmodules?: boolean;
  /** A folder that was made for this command. */
  readonly scratch?: string;
  /** Whether new objects go there, and not into the repository. */
  readonly makesObjects?: boolean;
  /** The worktree that the command makes. */
  readonly makes?: string;
  /** Set where the caller has checked that no remote branch has the commits that this takes from the current branch. */
  readonly dropsUnpublished?: boolean;
  /** Set for commands that use magic of pathspecs themselves: the paths behind `--` get it too. */
  readonly hasPathspecs?: boolean;
}

/** How a process ended. */
export interface Ended {
  /** The exit code; 0 also when the output was enough. */
  readonly code: number;
  readonly errors: string;
}

/** What came out. Bytes of the text that are not UTF-8 are as `decode` gives them. */
export interface Output extends Ended {
  readonly text: string;
}

/** Runs a command in a repository that is not used by another call meanwhile. */
export type Run = (work: Work) => Promise<Output>;

/** Commands that change neither files nor the index nor refs, whatever their options. */
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

/** A command that changes nothing, by its name or its first option. */
export type ReadingWork =
  | (Work & { readonly name: (typeof READING)[number] })
  | (Work & { readonly name: 'add'; readonly options: readonly ['--dry-run', ...Option[]] })
  | (Work & { readonly name: 'apply'; readonly options: readonly ['--check' | '--numstat', ...Option[]] })
  | (Work & { readonly name: 'symbolic-ref'; readonly operands: readonly [Revision] });

/** Runs a command that changes nothing: all that a dry run has. */
export type Read = (work: ReadingWork) => Promise<Output>;

/** Takes a piece of standard output. False: it is enough, git is stopped. */
export type Take = (chunk: Buffer) => boolean;

/** Collects output, up to a number of bytes. */
export class Collected {
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;
  #count = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  readonly take: Take = (chunk) => {
    if (!this.isCut) this.#chunks.push(chunk);
    this.#count += chunk.length;
    return !this.isCut;
  };

  /** There was more, and git was stopped. */
  get isCut(): boolean {
    return this.#count > this.#maxBytes;
  }

  /** What came, a little more than the number when there was more. */
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** No name is as long. What is longer is the message of a commit, of which the beginning is enough. */
const MAX_RECORD_BYTES = 1_000_000;

/** Calls `onRecord` for each record that is whole. Bytes that are not UTF-8 are as `decode` gives them. */
export class Records {
  #rest: Buffer = Buffer.alloc(0);
  readonly #onRecord: (record: string) => void;

  constructor(onRecord: (record: string) => void) {
    this.#onRecord = onRecord;
  }

  /** Takes a piece. */
  add(chunk: Buffer): void {
    const end = chunk.lastIndexOf(0);
    if (end < 0) {
      if (this.#rest.length < MAX_RECORD_BYTES) this.#rest = Buffer.concat([this.#rest, chunk]);
      return;
    }
    const whole = Buffer.concat([this.#rest, chunk.subarray(0, end)]);
    this.#rest = chunk.subarray(end + 1);
    // No character of UTF-8 has a NUL in it: to decode all at once is the same, and a lot quicker.
    for (const record of decode(whole).split('\0')) this.#onRecord(record);
  }
}

/** @throws {GitError} when there is more than a tool can use whole. */
export const toText = (output: Collected): string => {
  if (output.isCut) throw new GitError('The answer of git is too large. Ask for less.');
  return decode(output.bytes);
};

/** @throws {GitError} when git refuses. */
export const checked = ({ name, answers = [] }: Work, ended: Ended, text: string): Ended => {
  if (ended.code === 0 || answers.includes(ended.code)) return ended;
  throw toFailure(name, ended.errors.trim() === '' ? text : ended.errors);
};
