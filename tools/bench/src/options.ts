// The command line of the benchmark.
import { parseArgs } from 'node:util';

export interface Options {
  readonly sections: readonly string[];
  readonly lanes: readonly string[];
  readonly quick: boolean;
  readonly json: string | undefined;
  readonly save: boolean;
  readonly help: boolean;
}

export const usage = `Usage: pnpm bench [section …] [options]
       pnpm bench filesystem | git | sqlite | fetch [--quick] [--only text] [--save] [--repo directory]

  sections      start, author, calls, large, many-tools, memory, install, which together are stdio;
                http-calls, http-memory, http-resume, which together are http. Default: all
  --lanes a,b   only the lanes whose names hold one of these, besides the limit: --lanes ours,tmcp
  --quick       fewer and shorter samples, about a minute
  --json FILE   also write everything that was measured into this file
  --save        keep what was measured in results/, which the README shows
  --help        this text
`;

export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      lanes: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { lanes, ...flags } = values;
  return { ...flags, json: flags.json, sections: positionals, lanes: toList(lanes) };
}

function toList(text: string): readonly string[] {
  return text.split(',').filter((part) => part !== '');
}
