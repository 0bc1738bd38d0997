// What is left to do when this process ends in the middle of something, like a call that runs as a task: git goes on
// without it, and what was made for a while would stay.
const duties = new Set<() => void>();

const doAll = (): void => {
  // The last one first: git is stopped before the folder goes into which it writes.
  for (const duty of [...duties].toReversed()) {
    try {
      duty();
    } catch {
      // The process is ending; the other duties are still to be done.
    }
  }
};

/** Keeps a duty, which has to be done at once, until it is disposed of. */
export const keepDuty = (duty: () => void): Disposable => {
  if (duties.size === 0) process.once('exit', doAll);
  duties.add(duty);
  return {
    [Symbol.dispose]: () => {
      duties.delete(duty);
      if (duties.size === 0) process.off('exit', doAll);
    },
  };
};
