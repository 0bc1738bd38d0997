// Rows of a comparison: right answers are measured, wrong ones stop it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { limitLane, rawLane } from '../src/comparison/lanes.ts';
import { measureRow } from '../src/comparison/measure.ts';
import { command, type Row } from '../src/comparison/subject.ts';

const root = mkdtempSync(join(tmpdir(), 'mcp-bench-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const path = join(root, 'a.txt');
writeFileSync(path, 'something to read');

const lanes = [limitLane('filesystem', [root]), rawLane];

function row(expected: string, file = path): Row {
  const limit = { tool: 'read_text_file', args: () => ({ path }), expected };
  return { name: 'read', calls: 2, asks: { limit, raw: command('cat', file) } };
}

test('a row has a sample of each lane and of the command for each round', async () => {
  const { ms, cpuMs } = await measureRow(row('something'), { lanes, rounds: 3, warmUpMs: 1 });
  expect(ms.get('limit', 'read')).toHaveLength(3);
  expect(ms.get('raw tool', 'read')).toHaveLength(3);
  expect(Math.max(...(cpuMs.get('limit', 'read') ?? []))).toBeGreaterThan(0);
});

test('a wrong answer and a command that fails are no measurements', async () => {
  const once = { lanes, rounds: 1, warmUpMs: 1 };
  await expect(measureRow(row('something else'), once)).rejects.toThrow(/Wrong answer of read_text_file/);
  await expect(measureRow(row('something', `${path}.none`), once)).rejects.toThrow(
    /Wrong answer of run: .*"code":1/,
  );
});
