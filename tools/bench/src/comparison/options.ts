// The command line of a comparison.
import { parseArgs } from 'node:util';

export interface Options {
  readonly rounds: number;
  /** Part of the names of the rows that are wanted. */
  readonly only: string;
  /** A repository to measure on; for git. */
  readonly repo: string | undefined;
}

/** @throws {TypeError} when there is no such option. */
export function parseOptions(): Options {
  const { values } = parseArgs({
    // `pnpm bench:git -- --quick` hands the two dashes on.
    args: process.argv.slice(2).filter((argument) => argument !== '--'),
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      repo: { type: 'string' },
    },
  });
  return { rounds: values.quick ? 3 : 7, only: values.only, repo: values.repo };
}
