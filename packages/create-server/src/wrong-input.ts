// What the user has to give in another way.

/** The message says what is wrong, what was given and what to do. */
export class WrongInputError extends Error {
  override readonly name = 'WrongInputError';
}
