// The git servers that are compared.
import type { Lane } from '../comparison/comparison.ts';
import { ourLane, peerLane } from '../comparison/lanes.ts';
import type { Peer } from '../comparison/lanes.ts';

export const cyanheads: Peer = {
  name: 'git-mcp-server',
  package: '@cyanheads/git-mcp-server',
  script: 'dist/index.js',
};

export function lanesFor(directory: string): readonly Lane[] {
  // By itself ours returns 100 kB at once.
  return [
    ourLane('git', ['--repository', directory, '--max-output-chars', '10000000']),
    peerLane(cyanheads, []),
  ];
}
