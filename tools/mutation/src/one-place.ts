// Setup of each test file. Most tests of the runtime run over several transports, with and without middleware: a mutant is
// judged in the first of these places, or a survivor would take minutes.
import { beforeEach } from 'vitest';

const seen = new Set<string>();

beforeEach(({ task, skip }) => {
  const title = task.fullTestName.replace(/ over [^:]*: /, ' ');
  if (seen.has(title)) skip('runs in another place');
  seen.add(title);
});
