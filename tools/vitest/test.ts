// `pnpm test`: every test of every package.
import { defineConfig } from 'vitest/config';
import { maxWorkers, projects, reporters, root } from './projects.ts';
import { FewFilesFirst } from './sequencer.ts';

export default defineConfig({
  root,
  test: {
    projects,
    reporters,
    maxWorkers,
    sequence: { sequencer: FewFilesFirst },
    coverage: {
      include: ['packages/*/src/**/*.ts', 'servers/*/src/**/*.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
});
