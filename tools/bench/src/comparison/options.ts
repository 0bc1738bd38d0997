// The command line of a comparison.
import { parseArgs } from 'node:util';

export interface Options {
  readonly rounds: number;
  /** Part of the names of the rows that are wanted. */
  readonly only: string;
  /** A repository to measure on; for git. */
  readonly repo: string | undefined;
  /** Whether to keep what was measured for the README. */
  readonly save: boolean;
}

/** @throws {TypeError} when there is no such option. */
export function parseOptions(): Options {
  // The first argument is the name of the comparison.
  const { values } = parseArgs({
    args: process.argv.slice(3).filter((argument) => argument !== '--'),
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      repo: { type: 'string' },
      save: { type: 'boolean', default: false },
    },
  });
  return { rounds: values.quick ? 3 : 7, only: values.only, repo: values.repo, save: values.save };
}
