// The summary at the end of a test run, where a reader of a long log looks first.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../src/workspace.ts';

const FAILS = `import { describe, expect, test } from 'vitest';
describe('sums', () => {
  test('are right', () => expect(1 + 1).toBe(2));
  test('are wrong', () => expect(1 + 1).toBe(3));
  test('are slow', () => new Promise((resolve) => setTimeout(resolve, 2100)));
});`;

test('names slow tests, what was left out, failed tests, and files that could not be read', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'test-run-')));
  try {
    writeFileSync(join(folder, 'fails.test.ts'), FAILS);
    writeFileSync(join(folder, 'broken.test.ts'), `throw new Error('no tests');`);
    const reporters = JSON.stringify(join(root, 'tools/vitest/reporters.ts'));
    writeFileSync(
      join(folder, 'vitest.config.mjs'),
      `import { leftOut, reportersWith, slowTests } from ${reporters};
export default { test: { reporters: reportersWith(slowTests, leftOut) } };`,
    );
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    // Node.js finds the test runner in the repository, whose packages the folder lacks.
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const { stdout, status } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], {
      cwd: root,
      encoding: 'utf8',
      // This run must not write the report of the run that includes this test.
      env: { ...process.env, NO_COLOR: '1', TEST_REPORT: undefined },
    });
    expect(status).toBe(1);
    const [count, slow, left, ...failed] = stdout.trimEnd().split('\n').slice(-5);
    expect([count, slow, left, ...failed.toSorted()]).toEqual([
      'Tests that took longer than 2 s: 1',
      expect.stringMatching(/^SLOW 2\.\d s .*fails\.test\.ts > sums > are slow$/),
      expect.stringMatching(/^Left out: \d+ files of proofs .*`pnpm proofs` runs them\.$/),
      expect.stringMatching(/^FAILED .*broken\.test\.ts$/),
      expect.stringMatching(/^FAILED .*fails\.test\.ts > sums > are wrong$/),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
