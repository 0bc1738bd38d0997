// `pnpm test`: the fast tests of every package.
import { defineConfig } from 'vitest/config';
import { fastTests, maxWorkers, root } from './projects.ts';
import { leftOut, reportersWith, slowTests } from './reporters.ts';
import { FewFilesFirst } from './sequencer.ts';

export default defineConfig({
  root,
  test: {
    projects: fastTests,
    reporters: reportersWith(slowTests, leftOut),
    maxWorkers,
    sequence: { sequencer: FewFilesFirst },
    coverage: {
      include: ['packages/*/src/**/*.ts', 'servers/*/src/**/*.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
});
