// Measures a row: all lanes in turns, so that a machine that gets slower slows all of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Samples } from '../measure/samples.ts';
import type { Lane } from './comparison.ts';
import { raw, type Row } from './row.ts';
import { ToolServer } from './tool-server.ts';

/** No row takes longer. The slow ones get fewer rounds then. */
const rowMs = 6000;
const fewestRounds = 2;

/** @throws {Error} when the command fails. */
async function runRaw([command = '', ...args]: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
  return performance.now() - start;
}

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
  const end = performance.now() + rowMs;
  for (let round = 0; round < rounds && (round < fewestRounds || performance.now() < end); round++) {
    for (const [name, server] of servers) {
      const call = row.asks[name];
      if (call !== undefined) samples.add(name, row.name, await server.sample(call, row.calls));
    }
    if (row.raw !== undefined) samples.add(raw, row.name, await runRaw(row.raw));
  }
  const peaks = new Map([...servers].map(([name, server]) => [name, server.peakMegabytes()]));
  await Promise.all([...servers.values()].map((server) => server.close()));
  return peaks;
}
