// Numbers: formats them for people.

/** Formats a number like `1,200`. */
export const written = (number: number): string => number.toLocaleString('en');

/** Returns `1 file`, `1,200 files` and the like. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${written(number)} ${number === 1 ? one : many}`;
