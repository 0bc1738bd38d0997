// The git program: never one from the repository.
import { chmodSync, existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { ask, repository } from '../setup.ts';

afterEach(() => vi.unstubAllEnvs());

test('a program named git in the repository, or in a relative folder of the PATH, is not used', async () => {
  using dir = repository();
  dir.write({ git: `#!/bin/sh\n: > ${dir.at('canary')}\n` });
  chmodSync(dir.at('git'), 0o755);
  vi.stubEnv('PATH', `.:${process.env['PATH']}`);
  expect((await ask(dir, 'git_status')).isError).toBeUndefined();
  expect(existsSync(dir.at('canary'))).toBe(false);
});
