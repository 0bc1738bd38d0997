// The fetch servers that are compared.
import type { Lane } from '../comparison/comparison.ts';
import { limitLane, ourLane, peerLane } from '../comparison/lanes.ts';
import type { Peer } from '../comparison/lanes.ts';

export const zcaceres: Peer = {
  name: 'mcp-fetch-server',
  package: 'mcp-fetch-server',
  script: 'dist/index.js',
};

export const lanes: readonly Lane[] = [
  limitLane(import.meta.dirname, []),
  ourLane('fetch', ['--allow-cidr', '127.0.0.0/8']),
  peerLane(zcaceres, []),
];
