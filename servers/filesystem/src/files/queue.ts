// Changes of one file that begin with what is in it are made one after the other.

/** The last change of each file that is being changed, by its path. */
const last = new Map<string, Promise<unknown>>();

/**
 * Runs a change when all changes of the file before it have ended, however they ended. Hosts call tools in parallel: the
 * second must see what the first has written.
 */
export const inTurn = async <T>(path: string, change: () => Promise<T>): Promise<T> => {
  const before = last.get(path);
  const mine = before === undefined ? change() : before.then(change, change);
  last.set(path, mine);
  try {
    return await mine;
  } finally {
    if (last.get(path) === mine) last.delete(path);
  }
};
