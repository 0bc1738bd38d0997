// `pnpm test`: every test of every package that runs from the sources, in one process.
import { defineConfig } from 'vitest/config';
import { projects, reporters, root } from './projects.ts';

export default defineConfig({
  root,
  test: {
    projects: projects({
      include: ['test/**/*.test.ts'],
      exclude: ['test/**/e2e.test.ts', 'test/**/*.e2e.test.ts'],
    }),
    passWithNoTests: true,
    reporters,
    coverage: {
      include: ['packages/*/src/**/*.ts', 'servers/*/src/**/*.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
});
