// `pnpm test`: every test of every package, in one process.
import { defineConfig } from 'vitest/config';
import { projects, reporters, root } from './projects.ts';

export default defineConfig({
  root,
  test: {
    projects,
    reporters,
    coverage: {
      include: ['packages/*/src/**/*.ts', 'servers/*/src/**/*.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
});
