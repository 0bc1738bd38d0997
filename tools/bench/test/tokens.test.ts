// The cost of answers in tokens of o200k, in each form that hosts pass to a model.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { costOf, costOfTool, type Tool } from '../src/tokens/count.ts';

/** The maximum number of o200k tokens of a server's default tool list. */
const LIMITS = [
  ['filesystem', 2900, ['.']],
  ['git', 3000, ['-r', '.']],
  ['sqlite', 1000, ['shop.db']],
  ['fetch', 650, []],
] as const;

test('the default lists have at most 40 tools, and cost what the README promises', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'tokens-'));
  execFileSync('git', ['init', '--quiet'], { cwd });
  // An empty file is an empty database.
  writeFileSync(join(cwd, 'shop.db'), '');
  let all = 0;
  for (const [server, limit, args] of LIMITS) {
    const command = { command: process.execPath, args: [programOf(server), ...args], cwd };
    await using client = await connect(command, { revision: '2025-11-25' });
    const tools = (await client.request('tools/list'))['tools'] as Tool[];
    const cost = tools.reduce((sum, tool) => sum + costOfTool(tool), 0);
    expect({ server, isShort: cost <= limit, cost }).toEqual({ server, isShort: true, cost });
    all += tools.length;
  }
  rmSync(cwd, { recursive: true });
  expect(all).toBeLessThanOrEqual(40);
});

const programOf = (server: string): string =>
  join(import.meta.dirname, '../../../servers', server, 'src/main.ts');

test('counts text, structured content and both', () => {
  const structuredContent = { ok: true };
  const content = [{ text: 'Hello' }, { text: 'world' }];
  // The tokens: Hello, a line break, world; {", ok, ":, true, }.
  expect(costOf({ content, structuredContent })).toEqual({ text: 3, structured: 5, both: 8 });
  expect(costOf({ content })).toEqual({ text: 3, structured: 3, both: 3 });
});

test('images count as they are sent, and an answer without anything costs nothing', () => {
  const content = [{ data: 'A'.repeat(400) }];
  const { text, structured, both } = costOf({ content });
  expect(text).toBeGreaterThan(20);
  expect([structured, both]).toEqual([text, text]);
  expect(costOf({ content: [] })).toEqual({ text: 0, structured: 0, both: 0 });
});

test('of a tool, only what models get is counted', () => {
  const tool = { name: 'read', description: 'Reads.', inputSchema: { type: 'object' } };
  const icons = [{ src: 'x'.repeat(1000) }];
  expect(costOfTool(tool)).toBe(costOf({ content: [{ text: JSON.stringify(tool) }] }).text);
  expect(costOfTool({ ...tool, icons } as typeof tool)).toBe(costOfTool(tool));
});
