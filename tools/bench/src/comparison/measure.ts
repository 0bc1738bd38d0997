// Measures a row: all lanes in turns, so that a machine that gets slower slows all of them.
import type { Samples } from '../measure/samples.ts';
import { CommandRunner } from './command-runner.ts';
import type { Lane } from './comparison.ts';
import { raw, type Row } from './row.ts';
import { ToolServer } from './tool-server.ts';

/** No row takes longer. The slow ones get fewer rounds then. */
const rowMs = 6000;
const fewestRounds = 2;

/** Two calls each way before anything counts, because edits go to and fro. */
async function openLanes(row: Row, lanes: readonly Lane[]): Promise<ReadonlyMap<string, ToolServer>> {
  const servers = new Map<string, ToolServer>();
  for (const { name, launch } of lanes) {
    const call = row.asks[name];
    if (call === undefined) continue;
    const server = await ToolServer.open(launch);
    await server.silence();
    await server.sample(call, 2 * row.calls);
    servers.set(name, server);
  }
  return servers;
}

/**
 * Adds the milliseconds of a call in each round. One process per lane and row, so that its peak of memory, which is
 * returned in megabytes, is that of the row.
 */
export async function measureRow(
  row: Row,
  { lanes, rounds, samples }: { lanes: readonly Lane[]; rounds: number; samples: Samples },
): Promise<ReadonlyMap<string, number>> {
  const servers = await openLanes(row, lanes);
  const commands = new CommandRunner();
  if (row.raw !== undefined) await commands.run(row.raw);
  const end = performance.now() + rowMs;
  for (let round = 0; round < rounds && (round < fewestRounds || performance.now() < end); round++) {
    for (const [name, server] of servers) {
      const call = row.asks[name];
      if (call !== undefined) samples.add(name, row.name, await server.sample(call, row.calls));
    }
    if (row.raw !== undefined) samples.add(raw, row.name, await commands.run(row.raw));
  }
  const peaks = new Map([...servers].map(([name, server]) => [name, server.peakMegabytes()]));
  await Promise.all([commands, ...servers.values()].map((process) => process.close()));
  return peaks;
}
