// How much is measured, which lanes take part, and what became of those that failed.
import type { Lane, Transport } from './lanes.ts';

export interface Effort {
  readonly startRuns: number;
  /** New processes for each, and samples of each of these. */
  readonly rounds: number;
  readonly repetitions: number;
  /**
   * Long enough for the compilers of V8; after less a server looks slower than it is. Over HTTP there is more code to
   * compile, and the limit has served other lanes before.
   */
  readonly warmUpMs: Readonly<Record<Transport, number>>;
  readonly sampleMs: number;
  readonly memoryRounds: number;
  readonly memoryCalls: { readonly early: number; readonly late: number };
  /** Sessions that are opened for the memory of one. */
  readonly sessions: number;
}

export const fullEffort: Effort = {
  startRuns: 21,
  rounds: 2,
  repetitions: 4,
  warmUpMs: { stdio: 300, http: 2000 },
  sampleMs: 100,
  memoryRounds: 2,
  memoryCalls: { early: 20_000, late: 100_000 },
  sessions: 2000,
};

export const quickEffort: Effort = {
  startRuns: 4,
  rounds: 1,
  repetitions: 2,
  warmUpMs: { stdio: 200, http: 1000 },
  sampleMs: 50,
  memoryRounds: 1,
  memoryCalls: { early: 2000, late: 10_000 },
  sessions: 1000,
};

export class Plan {
  readonly effort: Effort;
  readonly failures = new Map<string, string>();
  readonly #lanes: readonly Lane[];

  constructor(effort: Effort, lanes: readonly Lane[]) {
    this.effort = effort;
    this.#lanes = lanes;
  }

  /** The lanes that have not failed so far. */
  get lanes(): readonly Lane[] {
    return this.#lanes.filter(({ name }) => !this.failures.has(name));
  }

  /** Does this unless the lane has failed before; a failure is kept for the report and ends the lane, not the run. */
  async attempt({ name }: { readonly name: string }, work: () => Promise<void>): Promise<void> {
    if (this.failures.has(name)) return;
    try {
      await work();
    } catch (error) {
      this.failures.set(name, error instanceof Error ? error.message.trim() : String(error));
    }
  }
}
