// Descriptors that refer to a path without opening it.

/**
 * A flag of open(2) on Linux. The descriptor opens no file, driver or pipe. Node has no constant for it; the value is
 * the same on all its platforms.
 */
export const O_PATH = 0o10_000_000;
