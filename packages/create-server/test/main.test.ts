// Program: its output and exit code.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'create-')));
afterAll(() => rmSync(scratch, { recursive: true }));

const main = join(import.meta.dirname, '../src/main.ts');

const create = (args: readonly string[], userAgent = 'npm/11.0.0 node/v24.0.0') => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd: scratch,
    encoding: 'utf8',
    env: { ...process.env, npm_config_user_agent: userAgent },
    input: '',
  });
  return { status, stdout, stderr };
};

test('outside a terminal asks nothing, and prints the next commands for the package manager', () => {
  const { status, stdout, stderr } = create(['@me/weather', '--from-npm'], 'pnpm/12.0.0 npm/? node/v24.0.0');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`${join(scratch, 'weather')}\n`);
  expect(stdout).toContain('  src/tools/greet.ts\n');
  expect(stdout).toContain('  cd weather\n  pnpm install\n  pnpm test\n');
  expect(readdirSync(join(scratch, 'weather'))).toContain('.gitignore');
});

test('writes nothing without a name', () => {
  expect(create(['--yes'])).toEqual({
    status: 2,
    stdout: '',
    stderr: 'Give a name, as in: create-server weather --yes. --help shows more.\n',
  });
});

test('--help and --version only print text', () => {
  expect(create(['--help', 'never']).stdout).toMatch(
    /^Creates the project of a new Model Context Protocol server/,
  );
  expect(create(['--version', 'never']).stdout).toBe(`${manifest.version}\n`);
  expect(readdirSync(scratch)).not.toContain('never');
});
