// messageOf: what a failure says.

/** The message of an error; of anything else that was thrown, its text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
