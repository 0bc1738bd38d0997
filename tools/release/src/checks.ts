// Checks of a script: each prints a line, and the script fails if one of them fails.

export const createChecks = () => {
  let failed = false;
  return {
    /** Runs a check. Prints its name with the time that it took, or with the message of its error. */
    check: async (name: string, run: () => Promise<unknown> | void): Promise<void> => {
      const begin = performance.now();
      try {
        await run();
        const seconds = (performance.now() - begin) / 1000;
        process.stdout.write(`ok    ${name}  ${seconds.toFixed(1)} s\n`);
      } catch (error) {
        failed = true;
        process.stdout.write(`FAIL  ${name}\n${error instanceof Error ? error.message : String(error)}\n`);
      }
    },
    /** 1 if a check has failed. */
    get exitCode(): 0 | 1 {
      return failed ? 1 : 0;
    },
  };
};

/** Throws the message unless the condition holds. */
export const expectThat = (condition: boolean, message: string): void => {
  if (!condition) throw new Error(message);
};

/** Throws the faults, one per line, if there are any. */
export const expectNone = (faults: readonly string[]): void =>
  expectThat(faults.length === 0, faults.join('\n'));
