// Named checks of a script: each prints a line, and the script fails when one of them does.

/** Starts with none. */
export const createChecks = () => {
  let failed = false;
  return {
    /** Runs a check and prints its name with how long it took, or with the message of the error when it throws one. */
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
    /** 1 when a check has failed. */
    get exitCode(): 0 | 1 {
      return failed ? 1 : 0;
    },
  };
};

/** Throws the message when the condition does not hold. */
export const expectThat = (condition: boolean, message: string): void => {
  if (!condition) throw new Error(message);
};

/** Throws the faults, one per line, when there are any. */
export const expectNone = (faults: readonly string[]): void =>
  expectThat(faults.length === 0, faults.join('\n'));
