// What the answer of a change says when it cannot be taken back.

/** A sentence after the answer; empty when the change can be taken back. */
export const lossNote = (loss: string | undefined): string =>
  loss === undefined ? '' : ` [This cannot be undone: ${loss}.]`;
