// The command line of the benchmark.
import { parseArgs } from 'node:util';

export interface Options {
  readonly sections: readonly string[];
  /** Parts of the names of the lanes that are wanted, besides the limit; all when there are none. */
  readonly lanes: readonly string[];
  readonly quick: boolean;
  /** Part of the names of the rows that are wanted. */
  readonly only: string;
  /** A repository to measure on; for git. */
  readonly repo: string | undefined;
  /** Whether to keep what was measured for the README. */
  readonly save: boolean;
  readonly help: boolean;
}

export const usage = `Usage: pnpm bench [section …] [options]

  sections      start, author, calls, additions, memory, install, which together are stdio;
                http-calls, http-memory, which together are http. Default: all of these
                filesystem, git, sqlite, fetch: our servers beside others
                views: the first paint of a page in a browser; takes seconds
                tokens: what their tools and answers cost a model; takes seconds
  --lanes a,b   only the lanes whose names hold one of these, besides the limit: --lanes ours,tmcp
  --only text   only the rows with this in their names, of filesystem, git, sqlite, fetch; of tokens only this server
  --repo PATH   a repository for git
  --quick       fewer and shorter samples
  --save        keep what was measured in results/, which the README shows
  --help        this text
`;

/** @throws {TypeError} when there is no such option. */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: args.filter((argument) => argument !== '--'),
    allowPositionals: true,
    options: {
      lanes: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      repo: { type: 'string' },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const lanes = values.lanes.split(',').filter((part) => part !== '');
  return { ...values, repo: values.repo, sections: positionals, lanes };
}
