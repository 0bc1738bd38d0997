// The filesystem servers that are compared. All have the same tools.
import { limitLane, ourLane, peerLane } from '../comparison/lanes.ts';
import type { Lane } from '../comparison/comparison.ts';
import type { Peer } from '../comparison/lanes.ts';

export const official: Peer = {
  name: 'official',
  package: '@modelcontextprotocol/server-filesystem',
  script: 'dist/index.js',
};

export function lanesFor(root: string): readonly Lane[] {
  return [limitLane(import.meta.dirname, [root]), ourLane('filesystem', [root]), peerLane(official, [root])];
}
