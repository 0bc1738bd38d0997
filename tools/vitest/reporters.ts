// What a run prints: a readable summary, and at its end what a reader of a long log looks for first.
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { countProofs, root } from './projects.ts';

const SLOW_MS = 2000;

const nameOf = ({ module, fullName }: TestCase): string => `${relative(root, module.moduleId)} > ${fullName}`;

const failuresIn = (module: TestModule): string[] => {
  const tests = [...module.children.allTests('failed')].map(nameOf);
  // A file, or a hook in it, may fail without any test.
  return tests.length === 0 && module.state() === 'failed' ? [relative(root, module.moduleId)] : tests;
};

/** Prints the names of failed tests. */
const failedNames: Reporter = {
  onTestRunEnd: (modules, errors) => {
    const failed = [
      ...modules.flatMap(failuresIn),
      ...errors.map(({ message }) => `outside of tests: ${message}`),
    ];
    for (const name of failed) process.stdout.write(`FAILED ${name}\n`);
  },
};

/** Lists the tests that took longer than two seconds, the slowest first. */
export const slowTests: Reporter = {
  onTestRunEnd: (modules) => {
    const slow = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => ({ name: nameOf(test), seconds: (test.diagnostic()?.duration ?? 0) / 1000 }))
      .filter(({ seconds }) => seconds * 1000 > SLOW_MS)
      .toSorted((a, b) => b.seconds - a.seconds);
    process.stdout.write(
      slow.length === 0
        ? 'No test took longer than 2 s.\n'
        : `Tests that took longer than 2 s: ${slow.length}\n`,
    );
    for (const { name, seconds } of slow) process.stdout.write(`SLOW ${seconds.toFixed(1)} s ${name}\n`);
  },
};

/** Names what `pnpm test` does not run. */
export const leftOut: Reporter = {
  onTestRunEnd: () => {
    process.stdout.write(
      `Left out: ${countProofs()} files of proofs (kills, floods, soaks, proxies, random comparisons). \`pnpm proofs\` runs them.\n`,
    );
  },
};

const report = process.env['TEST_REPORT'];
const counts: [string, { outputFile: string }][] =
  report === undefined ? [] : [['json', { outputFile: report }]];

/**
 * A readable summary, the counts as JSON in the file that TEST_REPORT names, `more`, and what failed in the last
 * lines.
 */
export const reportersWith = (
  ...more: readonly Reporter[]
): (string | Reporter | [string, { outputFile: string }])[] => ['default', ...counts, ...more, failedNames];
