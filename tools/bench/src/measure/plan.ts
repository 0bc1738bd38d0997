// How much is measured, which lanes take part, and what became of those that failed.
import type { Lane } from '../variants.ts';

export interface Effort {
  readonly startRuns: number;
  readonly rounds: number;
  /** Long enough for the compilers of V8; after less a server looks slower than it is. */
  readonly warmUpMs: number;
  readonly sampleMs: number;
  readonly manyToolsRounds: number;
  readonly manyToolsRepetitions: number;
  readonly memoryRounds: number;
  readonly httpRounds: number;
  /** Longer than over stdio: there is more code to compile, and the limit has served other lanes before. */
  readonly httpWarmUpMs: number;
  readonly httpMemoryRounds: number;
  readonly httpRepetitions: number;
  /** Sessions that are opened for the memory of one, and streams. */
  readonly httpSessions: number;
  readonly httpStreams: number;
  readonly resumeRuns: number;
  readonly memoryCalls: { readonly early: number; readonly late: number };
}

export const fullEffort: Effort = {
  startRuns: 21,
  rounds: 5,
  warmUpMs: 300,
  sampleMs: 200,
  manyToolsRounds: 2,
  manyToolsRepetitions: 3,
  memoryRounds: 2,
  httpRounds: 2,
  httpWarmUpMs: 2000,
  httpMemoryRounds: 1,
  httpRepetitions: 4,
  httpSessions: 2000,
  httpStreams: 1000,
  resumeRuns: 5,
  memoryCalls: { early: 20_000, late: 100_000 },
};

export const quickEffort: Effort = {
  startRuns: 4,
  rounds: 2,
  warmUpMs: 200,
  sampleMs: 50,
  manyToolsRounds: 1,
  manyToolsRepetitions: 1,
  memoryRounds: 1,
  httpRounds: 1,
  httpWarmUpMs: 1000,
  httpMemoryRounds: 1,
  httpRepetitions: 2,
  httpSessions: 1000,
  httpStreams: 500,
  resumeRuns: 2,
  memoryCalls: { early: 2000, late: 10_000 },
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
  async attempt(lane: string, work: () => Promise<void>): Promise<void> {
    if (this.failures.has(lane)) return;
    try {
      await work();
    } catch (error) {
      this.failures.set(lane, error instanceof Error ? error.message.trim() : String(error));
    }
  }
}
