// Changes that no test can or should notice, each with its reason.

/** A change by what stands in the source, so that lines may move. */
interface Known {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

export const known: readonly Known[] = [];
