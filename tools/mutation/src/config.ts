// The configuration of a run of the runtime's tests with mutants.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { instrument } from './instrument.ts';

const runtime = join(dirname(dirname(dirname(import.meta.dirname))), 'packages/runtime');
const wanted = (process.env['MUTATION_SOURCES'] ?? '').split(',').map((path) => join(runtime, 'src', path));

export default defineConfig({
  root: runtime,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      load: (id) => {
        const [path = ''] = id.split('?');
        if (!path.endsWith('.ts') || !wanted.some((start) => path.startsWith(start))) return undefined;
        return instrument(relative(join(runtime, 'src'), path), readFileSync(path, 'utf8')).code;
      },
    },
  ],
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(','),
    // Other processes run other sources.
    exclude: ['test/**/official*', 'test/http/scale*', 'test/**/*process*'],
    runner: join(import.meta.dirname, 'runner.ts'),
    isolate: false,
    maxWorkers: 1,
    testTimeout: 900_000,
    hookTimeout: 60_000,
    dangerouslyIgnoreUnhandledErrors: true,
    silent: true,
    // What is loaded depends on the variables above, which its cache does not know.
    fsModuleCache: false,
  },
});
