// Limits and audit log: the flags of every server, in a real process.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineServer, defineTool } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';
import { COMMON_FLAGS } from '../src/common-flags.ts';
import { readFlags } from '../src/flags.ts';
import { operate } from '../src/limits.ts';
import { _meta, ask, onWindows, run as runServer } from './processes.ts';

// Tests start processes, and machines may be busy.
vi.setConfig({ testTimeout: 20_000 });

/** Calls the tools and ends the input. */
async function run(args: readonly string[], names: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const requests = names.map((name) => ({ method: 'tools/call', params: { name, _meta } }));
  const { code, stderr, answers } = await ask('worker', args, requests, { env });
  return { code, stderr, results: answers.map(({ result }) => result) };
}

const textOf = (result: unknown): unknown =>
  (result as { readonly content: readonly { readonly text: string }[] }).content[0]?.text;

const lengthOf = ({ content }: { content: readonly { text: string }[] }) => content[0]?.text.length;

const place = () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-audit-'));
  const file = join(folder, 'audit.jsonl');
  return { file, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
};

describe('limits', () => {
  test('are on by default, and a server may declare another default', async () => {
    const { results } = await run([], ['long', 'slow', 'quick']);
    expect(lengthOf(results[0])).toBe(36_000);
    expect(results[1]).toMatchObject({
      content: [{ text: 'Timed out after 50 ms. Ask for less at a time, or try again later.' }],
      isError: true,
    });
    expect(results[2]).toMatchObject({ content: [{ text: '0.05' }] });
  });

  test('can be set by flags', async () => {
    const flags = ['--max-output-bytes', '1000', '--timeout', '5', '--max-calls-per-minute', '3'];
    const { results } = await run(flags, ['long', 'slow', 'quick', 'quick']);
    expect(lengthOf(results[0])).toBe(1000);
    expect(results.map(({ isError }) => isError)).toEqual([undefined, undefined, undefined, true]);
    expect(results[3].content[0].text).toMatch(/^Rate limit: at most 3 calls of tools in 60 s\./);
  });

  test('are 6,000 calls per minute and client by default', async () => {
    const quick = defineTool({ name: 'quick', run: () => 'done' });
    const info = { name: 'mcp-server-busy', package: 'busy', version: '1', summary: 'Busy.' };
    const options = { name: 'busy', version: '1', tools: [quick] };
    const { flags } = readFlags(COMMON_FLAGS, { server: 'busy', args: [], env: {} });
    const { wrap } = await operate({ ...info, create: () => options }, flags);
    const server = defineServer(wrap(options));
    await using busy = await connect(server);
    await using other = await connect(server);
    const done = { content: [{ type: 'text', text: 'done' }] };
    for (let calls = 0; calls < 6000; calls += 1)
      expect(await busy.request('tools/call', { name: 'quick' })).toMatchObject(done);
    // More became available meanwhile.
    let last: unknown = done;
    for (let calls = 0; calls < 6000 && textOf(last) === 'done'; calls += 1)
      last = await busy.request('tools/call', { name: 'quick' });
    expect(textOf(last)).toMatch(/^Rate limit: at most 6,000 calls of tools in 60 s\./);
    expect(await other.request('tools/call', { name: 'quick' })).toMatchObject(done);
  });

  test('can be set in the environment', async () => {
    const env = { MCP_WORKER_MAX_OUTPUT_BYTES: '1000', MCP_WORKER_TIMEOUT: '5' };
    const { results } = await run([], ['long', 'slow'], env);
    expect(lengthOf(results[0])).toBe(1000);
    expect(results[1]).not.toHaveProperty('isError');
  });

  test('are off with 0', async () => {
    const { results } = await run(
      ['--max-output-bytes=0', '--timeout=0', '--max-calls-per-minute=0'],
      ['long', 'slow'],
    );
    expect(lengthOf(results[0])).toBe(22_000_000);
    expect(results[1]).not.toHaveProperty('isError');
  });

  test('declared by a server are listed once in --help, with its own flags', async () => {
    const { stdout: help } = await runServer('worker', ['--help', 'all']);
    expect(help.match(/--timeout/g)).toHaveLength(1);
    expect(help).toMatch(/Flags:\n.*--timeout <seconds> +How long work may take \(default 0\.05\)/);
    expect(help).toMatch(/--max-output-bytes <bytes>/);
  });
});

test('a text block ends with a line break if another block follows', async () => {
  const { results } = await run([], ['blocks']);
  expect(results[0].content).toEqual([
    { type: 'text', text: ' M story.txt\n' },
    { type: 'image', data: '', mimeType: 'image/png' },
    { type: 'text', text: 'A line\n' },
    { type: 'text', text: '' },
    { type: 'text', text: 'git_add stages changes.' },
  ]);
});

describe('--audit-log', () => {
  test('appends a line for each call to a file, including the last ones', async () => {
    using dir = place();
    const names = Array.from({ length: 100 }, () => 'quick');
    for (const count of [100, 200]) {
      const { code } = await run(['--audit-log', dir.file], names);
      expect(code).toBe(0);
      const lines = readFileSync(dir.file, 'utf8').trimEnd().split('\n');
      expect(lines).toHaveLength(count);
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ target: 'quick', outcome: 'ok' });
    }
  });

  test.skipIf(onWindows)('makes the file for its owner only (Windows has no modes)', async () => {
    using dir = place();
    await run(['--audit-log', dir.file], ['quick']);
    expect(statSync(dir.file).mode & 0o777).toBe(0o600);
  });

  test('writes to stderr with -', async () => {
    const { stderr, results } = await run(['--audit-log', '-'], ['quick']);
    expect(JSON.parse(stderr)).toMatchObject({ target: 'quick', outcome: 'ok' });
    expect(results).toHaveLength(1);
  });

  test('exits with 2 if the file cannot be written', async () => {
    using dir = place();
    writeFileSync(dir.file, '');
    const { code, stderr, results } = await run(['--audit-log', join(dir.file, 'below')], ['quick']);
    expect({ code, results }).toEqual({ code: 2, results: [] });
    expect(stderr).toMatch(/^mcp-server-worker: --audit-log: (?:ENOTDIR|ENOENT)/);
  });

  test.runIf(existsSync('/dev/full'))(
    'on a full disk loses lines and says so, but calls are answered',
    async () => {
      const { code, stderr, results } = await run(['--audit-log', '/dev/full'], ['quick', 'quick']);
      expect(code).toBe(0);
      expect(results).toHaveLength(2);
      expect(stderr).toMatch(/^--audit-log \/dev\/full: \d lines were dropped: Error: ENOSPC/);
    },
  );
});
