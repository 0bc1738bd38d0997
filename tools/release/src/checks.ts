// Named checks of a script: each prints a line, and the script fails when one of them does.

/** The checks of one script. */
export interface Checks {
  /** Runs a check and prints its name with how long it took, or with the message of the error when it throws one. */
  check(name: string, run: () => Promise<void> | void): Promise<void>;
  /** 1 when a check has failed. */
  readonly exitCode: 0 | 1;
}

/** Starts with none. */
export const createChecks = (): Checks => {
  let failed = false;
  return {
    check: async (name, run) => {
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
    get exitCode() {
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
