// What to go on with if something cannot be read.

/**
 * Returns what `read` returns, or `otherwise` if it throws: a file, a folder or a process may be gone or belong to
 * another user.
 */
export const orElse = <T>(read: () => T, otherwise: T): T => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};
