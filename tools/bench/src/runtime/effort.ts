// Numbers of runs, rounds and requests to measure.

export interface Effort {
  readonly startRuns: number;
  /** The number of rounds, each with new processes, and of samples per process. */
  readonly rounds: number;
  readonly repetitions: number;
  /** Enough for V8's compilers; after fewer requests, a server looks slower than it is. */
  readonly warmUpRequests: number;
  readonly sampleMs: number;
  readonly memoryCalls: { readonly early: number; readonly late: number };
  /** The number of sessions opened to measure the memory of one. */
  readonly sessions: number;
}

const full: Effort = {
  startRuns: 21,
  rounds: 2,
  repetitions: 4,
  warmUpRequests: 50_000,
  sampleMs: 100,
  memoryCalls: { early: 20_000, late: 100_000 },
  sessions: 2000,
};

const short: Effort = {
  startRuns: 4,
  rounds: 1,
  repetitions: 2,
  warmUpRequests: 20_000,
  sampleMs: 50,
  memoryCalls: { early: 2000, late: 10_000 },
  sessions: 1000,
};

export function effortOf({ quick }: { readonly quick: boolean }): Effort {
  return quick ? short : full;
}
