// A reporter for long runs: the last lines of a run that fails are the names of what failed.
import { dirname, relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const root = dirname(dirname(import.meta.dirname));

const namesIn = (module: TestModule): string[] => {
  const file = relative(root, module.moduleId);
  const tests = [...module.children.allTests('failed')].map(({ fullName }) => `${file} > ${fullName}`);
  // A file, or a hook in it, may fail without any test.
  return tests.length === 0 && module.state() === 'failed' ? [file] : tests;
};

/** To be given after the other reporters. */
export const failedNames: Reporter = {
  onTestRunEnd: (modules, errors) => {
    const failed = [
      ...modules.flatMap(namesIn),
      ...errors.map(({ message }) => `outside of tests: ${message}`),
    ];
    for (const name of failed) process.stdout.write(`FAILED ${name}\n`);
  },
};
