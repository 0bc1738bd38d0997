// Measures a row: all lanes in turns, so that a machine that gets slower slows all of them.
import { Samples } from '../report/samples.ts';
import type { Lane, Row } from './subject.ts';
import { ToolServer } from './tool-server.ts';

/** No row takes longer. The slow ones get fewer rounds then. */
const rowMs = 6000;
const fewestRounds = 2;

/** Long enough for the compilers of V8; a server that was warmed up for less looks slower than it is. */
const usualWarmUpMs = 1000;

/**
 * A sample for each round, by lane and row: the milliseconds of a call, and its CPU time with all processes that work
 * on it.
 */
export interface Measured {
  readonly ms: Samples;
  readonly cpuMs: Samples;
}

interface Contest {
  readonly lanes: readonly Lane[];
  readonly rounds: number;
  readonly warmUpMs?: number;
}

/** @throws {Error} if a server answers wrongly, or the command fails. */
export async function measureRow(
  row: Row,
  { lanes, rounds, warmUpMs = usualWarmUpMs }: Contest,
): Promise<Measured> {
  const { name, calls, asks } = row;
  await using servers = new AsyncDisposableStack();
  const contest = [];
  for (const lane of lanes) {
    const call = asks[lane.side];
    if (call === undefined) continue;
    const server = servers.use(await ToolServer.open(lane.launch));
    contest.push({ lane: lane.name, server, call });
    // Pairs of samples, because edits go to and fro.
    for (const end = performance.now() + warmUpMs; performance.now() < end;)
      await server.sample(call, 2 * calls);
  }
  const measured: Measured = { ms: new Samples(), cpuMs: new Samples() };
  const end = performance.now() + rowMs;
  for (let round = 0; round < rounds && (round < fewestRounds || performance.now() < end); round++)
    for (const { lane, server, call } of contest) {
      const before = server.cpuMilliseconds();
      measured.ms.add(lane, name, await server.sample(call, calls));
      measured.cpuMs.add(lane, name, (server.cpuMilliseconds() - before) / calls);
    }
  return measured;
}
