// The command line of the benchmark.
import { parseArgs } from 'node:util';

export interface Options {
  readonly sections: readonly string[];
  /** Substrings of the names of the lanes to measure. Empty: all lanes. */
  readonly lanes: readonly string[];
  /** The file of another build of ours, for the lane `beside`; for `tokens`, the root of another checkout. */
  readonly beside: string | undefined;
  /** A substring of the names of the rows to measure. */
  readonly only: string;
  /** A repository to measure on, instead of a generated one. */
  readonly repo: string | undefined;
  readonly quick: boolean;
  /** Whether to store the results. */
  readonly save: boolean;
  readonly help: boolean;
}

export const usage = `Usage: pnpm bench [section …] [options]

  sections       calls, start, memory, http: the runtime (the default)
                 filesystem, git, sqlite, fetch: one of our servers
                 tokens: what the tools and answers of our servers cost a model
  --beside FILE  also measure another build: dist/main.cjs of a server, or of tools/bench/variants/ours;
                 for tokens the root of another checkout
  --lanes a,b    measure only lanes whose names contain one of these, and the base
  --only TEXT    measure only rows of a server whose names contain this
  --repo PATH    measure git on a clone of this repository
  --quick        take fewer and shorter samples
  --save         store the results in results/, which the documents show
  --help         print this text
`;

/** Parses the command line. @throws {TypeError} if an option does not exist. */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: args.filter((argument) => argument !== '--'),
    allowPositionals: true,
    options: {
      lanes: { type: 'string', default: '' },
      beside: { type: 'string' },
      only: { type: 'string', default: '' },
      repo: { type: 'string' },
      quick: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const lanes = values.lanes.split(',').filter((part) => part !== '');
  return { ...values, beside: values.beside, repo: values.repo, sections: positionals, lanes };
}

/** Returns the lanes that `--lanes` selects, plus those that the others are compared with. */
export function pickLanes<Lane extends { readonly name: string }>(
  lanes: readonly Lane[],
  { lanes: wanted }: Options,
): readonly Lane[] {
  if (wanted.length === 0) return lanes;
  return lanes.filter(({ name }) => ['limit', 'raw tool', ...wanted].some((part) => name.includes(part)));
}
