// `pnpm new:server weather` in a copy of this repository: the new server passes the tests, the compiler and the rules.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packages, root } from '../src/workspace.ts';

/** A name that no server in the copy has; the README proposes "weather". */
const name = 'made-by-a-test';

const generator = 'packages/create-server/src/new-server.ts';

const FILES = [
  'README.md',
  'package.json',
  'src/main.ts',
  'src/server.ts',
  'src/tools/greet.ts',
  'test/server.test.ts',
  'test/tools/greet.test.ts',
  'tsconfig.json',
];

/** Generated or linked folders, which are not copied. */
const left = new Set(['.compile-cache', '.git', '.turbo', 'coverage', 'dist', 'node_modules']);

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'new-server-')));
const copy = join(scratch, 'copy');
const report = join(scratch, 'report.json');
let printed = '';
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

const linkModules = (from: string, to: string): void => {
  const modules = join(root, from, 'node_modules');
  if (existsSync(modules)) symlinkSync(modules, join(copy, to, 'node_modules'), 'junction');
};

/** Runs a program of the copy and returns its output. Throws an error with the output if it fails. */
const run = (file: string, ...args: string[]): string => {
  const { UPDATE_DOCS: _update, ...env } = process.env;
  try {
    return execFileSync(process.execPath, [join(copy, file), ...args], {
      cwd: copy,
      env: { ...env, TEST_REPORT: report },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${file}:\n${stdout}${stderr}`, { cause: error });
  }
};

beforeAll(() => {
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
  for (const folder of ['', ...packages.map((entry) => entry.folder)]) linkModules(folder, folder);
  printed = run(generator, name);
  // Links the dependencies in the new server's manifest.
  linkModules('packages/create-server', `servers/${name}`);
});

test('has one tool, and the name everywhere', () => {
  const [written] = printed.split('\n\n');
  expect(written?.split('\n')).toEqual([`servers/${name}`, ...FILES.map((file) => `  ${file}`)]);
  const texts = FILES.map((file) => readFileSync(join(copy, 'servers', name, file), 'utf8'));
  expect(texts.filter((text) => /my[- ]server|example/i.test(text))).toEqual([]);
  expect(JSON.parse(texts[1] ?? '')).toMatchObject({
    name: `@mcp/server-${name}`,
    bin: { [`mcp-server-${name}`]: 'dist/main.cjs' },
    scripts: { build: 'bundle-server', check: 'tsc -p tsconfig.json' },
  });
});

test.each([
  [name, /There are files in .*made-by-a-test/],
  ['Weather', /A name has lower-case letters/],
  ['@me/weather', /Usage/],
])('is not made with the name %s', (given, message) => {
  expect(() => run(generator, given)).toThrow(message);
});

test('its tests and those of the repository pass', () => {
  const files = ['test/server.test', 'greet.test', 'icons', 'packages', 'text', 'layers', 'root'];
  const projects = ['--project', name, '--project', 'repo'];
  run('node_modules/vitest/vitest.mjs', 'run', '--config', 'tools/vitest/test.ts', ...projects, ...files);
  const { numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly numFailedTests: number;
    readonly testResults: readonly { readonly name: string }[];
  };
  expect(numFailedTests).toBe(0);
  expect(testResults.filter((file) => file.name.includes(`servers/${name}/`))).toHaveLength(2);
  expect(testResults.length).toBeGreaterThanOrEqual(files.length);
});

test('it compiles', () => {
  expect(run('node_modules/typescript/bin/tsc', '-p', `servers/${name}`)).toBe('');
});

test('it passes the rules', () => {
  expect(run('node_modules/oxlint/bin/oxlint', `servers/${name}`)).toContain(
    'Found 0 warnings and 0 errors.',
  );
  const shown = run('node_modules/oxfmt/bin/oxfmt', '--check', `servers/${name}`);
  expect(shown).toContain('All matched files use the correct format.');
});

test('it is built into a program', () => {
  execFileSync(process.execPath, [join(copy, 'tools/build/src/bundle-server.ts')], {
    cwd: join(copy, 'servers', name),
    stdio: 'pipe',
  });
  expect(run(`servers/${name}/dist/main.cjs`, '--help')).toContain(`mcp-server-${name}`);
});
