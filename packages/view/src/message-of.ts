// messageOf: turns anything thrown into text.

/** Returns the message of an error, or any other thrown value as a string. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
