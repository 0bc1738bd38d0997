// What arguments of several tools have in common.

/** The value of an argument that bounds something, or another below 1: some models give 0 or -1 for no bound. */
export const countOr = <T>(given: number | undefined, otherwise: T): number | T =>
  given === undefined || given < 1 ? otherwise : given;
