// Most tests of the runtime run over several transports, with and without middleware. The runner leaves out all but the
// first of these places, or a mutant that survives would take minutes.
import { TestRunner, type RunnerTestCase, type RunnerTestFile } from 'vitest';

const seen = new WeakMap<RunnerTestFile, Set<string>>();

const isRepeated = ({ file, fullTestName }: RunnerTestCase): boolean => {
  const titles = seen.get(file) ?? new Set();
  seen.set(file, titles);
  const title = fullTestName.replace(/ over [^:]*: /, ' ');
  if (titles.has(title)) return true;
  titles.add(title);
  return false;
};

export default class FirstPlaceRunner extends TestRunner {
  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (isRepeated(test)) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }
}
