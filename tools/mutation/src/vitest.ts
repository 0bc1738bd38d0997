// The configuration of vitest for a run with mutants, which Stryker loads in a copy of the repository.
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { scopeOf } from './scopes.ts';
import { QuickFilesFirst } from './sequencer.ts';

const root = dirname(dirname(dirname(import.meta.dirname)));
const { project, tests, limitMs } = scopeOf(process.env['MUTATION_SOURCES'] ?? '');

const EXCLUDED = [
  // These start processes without mutants, take seconds, or measure the sources.
  ...['**/*.proof.test.ts', '**/*official*', '**/*process*', '**/killed*'],
  ...['test/http/scale*', 'test/auth/keys*', 'test/regressions/long-results*', 'test/conversation/path*'],
];

export default defineConfig({
  root: join(root, project),
  test: {
    include: [...tests],
    exclude: [...EXCLUDED],
    runner: join(import.meta.dirname, 'runner.ts'),
    sequence: { sequencer: QuickFilesFirst },
    isolate: false,
    testTimeout: limitMs,
    hookTimeout: 60_000,
    expect: { poll: { timeout: limitMs / 2 } },
  },
});
