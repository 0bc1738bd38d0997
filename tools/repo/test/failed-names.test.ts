// A run of tests that fails names what failed in its last lines, where a reader of a long log looks first.
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
});`;

test('names tests, and files that could not be read', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'failed-names-')));
  try {
    writeFileSync(join(folder, 'fails.test.ts'), FAILS);
    writeFileSync(join(folder, 'broken.test.ts'), `throw new Error('no tests');`);
    const reporters = JSON.stringify(join(root, 'tools/vitest/projects.ts'));
    writeFileSync(
      join(folder, 'vitest.config.mjs'),
      `import { reporters } from ${reporters};\nexport default { test: { reporters } };`,
    );
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    // The test runner is found from the repository, whose packages the folder does not have.
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const { stdout, status } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    expect(status).toBe(1);
    const last = stdout.trimEnd().split('\n').slice(-2).toSorted();
    expect(last).toEqual([
      expect.stringMatching(/^FAILED .*broken\.test\.ts$/),
      expect.stringMatching(/^FAILED .*fails\.test\.ts > sums > are wrong$/),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
