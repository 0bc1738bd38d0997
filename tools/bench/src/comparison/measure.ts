// Measures a row: all lanes in turns, so that a machine that gets slower slows all of them.
import type { Samples } from '../report/samples.ts';
import { CommandRunner } from './command-runner.ts';
import type { Lane } from './comparison.ts';
import { raw, type Row } from './row.ts';
import { ToolServer } from './tool-server.ts';

/** No row takes longer. The slow ones get fewer rounds then. */
const rowMs = 6000;
const fewestRounds = 2;

/** Long enough for the compilers of V8 where calls are short; after less a server looks slower than it is. */
const warmUpMs = 1000;

/** What a lane needs besides time. */
export interface Usage {
  /** CPU time of one call, in milliseconds, with all processes that work on it. */
  readonly cpuMs: number;
  /** The most memory, in megabytes. Nothing is known about commands. */
  readonly peakMb?: number;
}

/** What takes part in a row, each in processes of its own. */
class Contest implements AsyncDisposable {
  readonly servers = new Map<string, ToolServer>();
  readonly commands = new CommandRunner();
  readonly #row: Row;
  readonly #cpu = new Map<string, number>();
  #rounds = 0;

  constructor(row: Row) {
    this.#row = row;
  }

  /** Starts a server. Pairs of samples come before anything counts, because edits go to and fro. */
  async add({ name, launch }: Lane): Promise<void> {
    const call = this.#row.asks[name];
    if (call === undefined) return;
    const server = await ToolServer.open(launch);
    this.servers.set(name, server);
    await server.silence();
    const end = performance.now() + warmUpMs;
    do await server.sample(call, 2 * this.#row.calls);
    while (performance.now() < end);
  }

  async round(samples: Samples): Promise<void> {
    const { name: row, asks, calls, raw: command } = this.#row;
    const add = async (name: string, by: { cpuMilliseconds(): number }, work: () => Promise<number>) => {
      const before = by.cpuMilliseconds();
      samples.add(name, row, await work());
      this.#cpu.set(name, (this.#cpu.get(name) ?? 0) + by.cpuMilliseconds() - before);
    };
    for (const [name, server] of this.servers) {
      const call = asks[name];
      if (call !== undefined) await add(name, server, () => server.sample(call, calls));
    }
    if (command !== undefined) await add(raw, this.commands, () => this.commands.run(command));
    this.#rounds += 1;
  }

  /** By the name of the lane. */
  usage(): ReadonlyMap<string, Usage> {
    const perCall = (name: string, calls: number): number =>
      (this.#cpu.get(name) ?? Number.NaN) / (this.#rounds * calls);
    const usage = new Map<string, Usage>([[raw, { cpuMs: perCall(raw, 1) }]]);
    for (const [name, server] of this.servers)
      usage.set(name, { cpuMs: perCall(name, this.#row.calls), peakMb: server.peakMegabytes() });
    return usage;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.commands, ...this.servers.values()].map((process) => process.close()));
  }
}

/**
 * Adds the milliseconds of a call in each round. One process per lane and row, so that its peak of memory is that of the
 * row.
 *
 * @throws {Error} when a server answers wrongly, or the command fails.
 */
export async function measureRow(
  row: Row,
  { lanes, rounds, samples }: { lanes: readonly Lane[]; rounds: number; samples: Samples },
): Promise<ReadonlyMap<string, Usage>> {
  await using contest = new Contest(row);
  for (const lane of lanes) await contest.add(lane);
  if (row.raw !== undefined) await contest.commands.run(row.raw);
  const end = performance.now() + rowMs;
  for (let round = 0; round < rounds && (round < fewestRounds || performance.now() < end); round++)
    await contest.round(samples);
  return contest.usage();
}
