// Descriptors that only name something.

/**
 * A flag of open(2), of Linux: such a descriptor opens nothing, no driver and no pipe. Node has no constant for it;
 * all of its platforms have this value.
 */
export const O_PATH = 0o10_000_000;
