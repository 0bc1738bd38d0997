// The part of a repository that its own functions need, because they cannot import the class that imports them.
import type { Revision } from './arguments/arguments.ts';
import type { RepositoryDirectories } from './location/git-directory.ts';
import type { GitPolicy, Limits, Output, ReadingWork } from './process/work.ts';
import type { Config } from './view/config.ts';

/** The branch that HEAD stands for, or else its commit, if there is one. */
export interface Head {
  readonly branch?: string;
  readonly commit?: string;
}

/** What these functions get of a `Repository`. */
export interface Opened extends Pick<RepositoryDirectories, 'gitDir' | 'commonDir'> {
  readonly directory: string;
  readonly isBare: boolean;
  readonly options: GitPolicy;
  readonly limits: Limits;
  readonly unused: readonly string[];
  check(): Promise<void>;
  config(): Promise<Config>;
  find(revision: string, argument: string): Promise<Revision | undefined>;
  gitlinks(): Promise<readonly string[]>;
  head(): Promise<Head>;
  inside(path: string): Promise<Opened | undefined>;
  isAllowed(path: string): boolean;
  read(work: ReadingWork): Promise<Output>;
}
