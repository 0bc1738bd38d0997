// What is asked of git, and what comes of it.
import type { Command } from './arguments.ts';
import type { HostRule } from '../remote/hosts.ts';
import type { Ended } from './output.ts';
import type { Setting } from './environment.ts';
import type { SandboxMode } from './sandbox.ts';
import type { Trust } from './settings.ts';

/** How git is used, for all repositories. */
export interface GitOptions {
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
  /** The groups of tools that are offered: what is said to be next is one of them. */
  readonly toolsets: readonly string[];
  /** Bounds the text of one tool result. */
  readonly maxOutputBytes: number;
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
  /** Set for commands that use magic of pathspecs themselves: paths are given by `toPathspec` then. */
  readonly hasPathspecs?: boolean;
}

/** What came out. Bytes of the text that are not UTF-8 are as `decode` gives them. */
export interface Output extends Ended {
  readonly text: string;
}

/** Runs a command in a repository that is not used by another call meanwhile. */
export type Run = (work: Work) => Promise<Output>;
