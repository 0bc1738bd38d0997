// connect({ command }): starts, calls and ends a real process over stdio like a host.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { connect } from '../../src/testing.ts';

// Tests start processes, and machines may be busy.
vi.setConfig({ testTimeout: 20_000 });

const program = join(import.meta.dirname, 'program.ts');
const node = process.execPath;

test.each(['2024-11-05', '2025-11-25', '2026-07-28'] as const)('%s: a program answers', async (revision) => {
  const client = await connect({ command: node, args: [program, '--loud', 'a'] }, { revision });
  expect(JSON.parse(String(client.server['instructions']))).toMatchObject({ args: ['--loud', 'a'] });
  expect(await client.request('tools/call', { name: 'look' })).toMatchObject({ content: [{ text: 'look' }] });
  await client.close();
  expect(await client.exited).toEqual({ code: 0, signal: null });
  expect(client.stderr).toBe('');
});

test('it gets its own variables and directory, and its stderr can be read', async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-program-')));
  try {
    const settings = { cwd, env: { PROGRAM_TIMES: '3', PROGRAM_SAYS: 'hello' } };
    await using client = await connect({ command: node, args: [program], ...settings });
    expect(JSON.parse(String(client.server['instructions']))).toEqual({ args: [], cwd, times: '3' });
    expect(client.stderr).toBe('hello\n');
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

test('a program that ends without an answer fails the request, with its stderr', async () => {
  const wrong = connect({ command: node, args: [program, '--wrong'] });
  await expect(wrong).rejects.toThrow(/did not answer: it exited with code 2; stderr: .*--wrong/s);
});

test('a missing program fails with its name', async () => {
  const missing = connect({ command: 'no-such-program-of-ours' });
  // EACCES if a PATH folder is closed to this user.
  await expect(missing).rejects.toThrow(
    /^no-such-program-of-ours did not answer: spawn .* (?:ENOENT|EACCES)$/,
  );
});

test('a program that ends while working fails pending requests, and closing it is not an error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-program-'));
  try {
    const file = join(folder, 'ends.mjs');
    writeFileSync(file, `process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'));`);
    const client = await connect({ command: node, args: [file] }, { initialize: false });
    await expect(client.request('ping')).rejects.toThrow(/did not answer: SIGKILL ended it$/);
    await client.close();
    expect(await client.exited).toEqual({ code: null, signal: 'SIGKILL' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a program that outlives its connection handles its signals itself again', async () => {
  const client = await connect({ command: node, args: [program, '--stay'] });
  await client.close();
  expect(await client.exited).toEqual({ code: 0, signal: null });
  expect(client.stderr).toBe('handles []\n');
});
