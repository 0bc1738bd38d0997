// Most tests of the runtime repeat over several transports, with and without middleware. This runner runs only the
// first repetition, because a surviving mutant would take minutes otherwise.
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
