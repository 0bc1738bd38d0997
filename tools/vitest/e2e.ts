// `pnpm test:e2e`: the tests that start built programs.
import { defineConfig } from 'vitest/config';
import { projects, reporters, root } from './projects.ts';

export default defineConfig({
  root,
  test: {
    projects: projects({ include: ['test/**/e2e.test.ts', 'test/**/*.e2e.test.ts'], exclude: [] }),
    passWithNoTests: true,
    reporters,
    testTimeout: 20_000,
  },
});
