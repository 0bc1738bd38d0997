// An error for wrong input.

/** The user has to change the input. The message says what is wrong and what to do. */
export class WrongInputError extends Error {
  override readonly name = 'WrongInputError';
}
