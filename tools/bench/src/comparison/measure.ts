// Measures a row: the lanes take turns, so that a machine that slows down affects all of them.
import { Samples } from '../report/samples.ts';
import type { Lane, Row } from './subject.ts';
import { ToolServer } from './tool-server.ts';

/** Time limit of a row; slow rows get fewer rounds. */
const rowMs = 6000;
const fewestRounds = 2;

/** Enough for V8's compilers; with a shorter warm-up, a server looks slower than it is. */
const usualWarmUpMs = 1000;

/**
 * The samples of each round, by lane and row: the milliseconds of a call, and the CPU time of all processes that work
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
    // An even number of calls, because edits alternate between two states.
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
