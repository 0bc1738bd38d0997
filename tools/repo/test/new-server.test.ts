// `pnpm new:server weather` in a copy of this repository: what it leaves behind passes the tests, the compiler and the rules.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packages, root } from '../src/workspace.ts';

/** Nobody has a server of this name in the tree that is copied: "weather" is the one that the README proposes. */
const name = 'made-by-a-test';

/** What is not copied: made by tools, or linked. */
const left = new Set(['.compile-cache', '.git', '.turbo', 'coverage', 'dist', 'node_modules']);

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'new-server-')));
const copy = join(scratch, 'copy');
const report = join(scratch, 'report.json');
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

const linkModules = (from: string, to: string): void => {
  const modules = join(root, from, 'node_modules');
  if (existsSync(modules)) symlinkSync(modules, join(copy, to, 'node_modules'), 'junction');
};

/** Runs a program of the copy and gives what it wrote. Throws with it when the program fails. */
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
  run('tools/repo/src/new-server.ts', name);
  // The template has what the manifest of the new server asks for.
  linkModules('tools/template', `servers/${name}`);
});

test('its tests and those of the repository pass', () => {
  const files = ['test/server.test', 'icons', 'packages', 'text', 'layers', 'root'];
  const projects = ['--project', name, '--project', 'repo'];
  run('node_modules/vitest/vitest.mjs', 'run', '--config', 'tools/vitest/test.ts', ...projects, ...files);
  const { numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly numFailedTests: number;
    readonly testResults: readonly { readonly name: string }[];
  };
  expect(numFailedTests).toBe(0);
  expect(testResults.filter((file) => file.name.includes(`servers/${name}/`))).toHaveLength(1);
  expect(testResults.length).toBeGreaterThanOrEqual(files.length);
});

test('it compiles', () => {
  expect(run('node_modules/typescript/bin/tsc', '-p', `servers/${name}`)).toBe('');
});

test('it is formatted', () => {
  const shown = run('node_modules/oxfmt/bin/oxfmt', '--check', `servers/${name}`);
  expect(shown).toContain('All matched files use the correct format.');
});
