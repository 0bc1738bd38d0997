// `pnpm proofs`: what takes long by its kind. Kills, bombs, floods, soaks, proxies, random comparisons, every host's
// command line.
import { defineConfig } from 'vitest/config';
import { maxWorkers, proofs, root } from './projects.ts';
import { reportersWith } from './reporters.ts';
import { FewFilesFirst } from './sequencer.ts';

export default defineConfig({
  root,
  test: {
    projects: proofs,
    reporters: reportersWith(),
    maxWorkers,
    sequence: { sequencer: FewFilesFirst },
  },
});
