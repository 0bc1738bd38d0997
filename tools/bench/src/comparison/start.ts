// Start of the servers of a comparison: from spawning the process to its list of tools.
import { startBare } from '../measure/start.ts';
import { Samples } from '../measure/samples.ts';
import type { Lane } from './comparison.ts';
import { ToolServer } from './tool-server.ts';

/** The column with the time of `node -e 0`, taken right before. */
export const bare = 'bare Node';
export const start = 'start';

async function startServer({ launch }: Lane, isWarmUp: boolean): Promise<number> {
  const began = performance.now();
  const server = await ToolServer.open(launch);
  await server.listTools();
  const ms = performance.now() - began;
  await (isWarmUp ? server.end() : server.close());
  return ms;
}

/** The first round is to warm up the disk and the compile cache. */
export async function measureStart(lanes: readonly Lane[], rounds: number): Promise<Samples> {
  const samples = new Samples();
  for (let round = -1; round < rounds; round += 1) {
    for (const lane of lanes) {
      const bareTime = await startBare();
      const time = await startServer(lane, round < 0);
      if (round < 0) continue;
      samples.add(lane.name, bare, bareTime);
      samples.add(lane.name, start, time);
    }
  }
  return samples;
}
