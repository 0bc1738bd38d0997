// The command line of the benchmark.
import { parseArgs } from 'node:util';

export interface Options {
  readonly sections: readonly string[];
  readonly lanes: readonly string[];
  readonly quick: boolean;
  readonly json: string | undefined;
  readonly help: boolean;
}

export const usage = `Usage: pnpm --filter @mcp/bench bench [options]

  --only a,b    only these sections: start, calls, large, many-tools, memory, install, which together are stdio;
                http-calls, http-memory, http-resume, which together are http
  --lanes a,b   only the lanes whose names hold one of these, besides the limit: --lanes ours,tmcp
  --quick       fewer and shorter samples, about a minute
  --json FILE   also write everything that was measured into this file
  --help        this text
`;

export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    // `pnpm bench -- --quick` hands the two dashes on.
    args: args.filter((argument) => argument !== '--'),
    options: {
      only: { type: 'string', default: '' },
      lanes: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { only, lanes, quick, json, help } = values;
  return { sections: toList(only), lanes: toList(lanes), quick, json, help };
}

function toList(text: string): readonly string[] {
  return text.split(',').filter((part) => part !== '');
}
