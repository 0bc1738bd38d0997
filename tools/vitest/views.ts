// `pnpm views`: the pages of the built servers, in a browser.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { root } from './projects.ts';
import { reportersWith } from './reporters.ts';

export default defineConfig({
  root: join(root, 'tools/views'),
  test: {
    include: ['suite/**/*.test.ts'],
    reporters: reportersWith(),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 40_000 } },
    // One browser.
    maxWorkers: 1,
    isolate: false,
    // A page may show a time of day, and a program the words of the user's language.
    env: { TZ: 'UTC', LC_ALL: 'C.UTF-8' },
  },
});
