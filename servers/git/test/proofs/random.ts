// Number of runs of a proof, and seeded random numbers.

/** Returns `PROOF_RUNS`, or the number for an ordinary run. */
export const proofRuns = (usual: number): number => Number(process.env['PROOF_RUNS'] ?? usual);

/** Returns numbers below a limit, the same for the same seed. */
export const numbers = (seed: number): ((limit: number) => number) => {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
};
