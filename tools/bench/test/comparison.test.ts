// Rows of a comparison: right answers are measured, wrong ones stop it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { limitLane } from '../src/comparison/lanes.ts';
import { measureRow } from '../src/comparison/measure.ts';
import { limit, raw, type Row } from '../src/comparison/row.ts';
import { Samples } from '../src/report/samples.ts';

const root = mkdtempSync(join(tmpdir(), 'mcp-bench-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const path = join(root, 'a.txt');
writeFileSync(path, 'something to read');

const lanes = [limitLane('filesystem', [root])];

function row(expected: string, command: readonly string[]): Row {
  const call = { tool: 'read_text_file', args: () => ({ path }), expected };
  return { name: 'read', calls: 2, asks: { [limit]: call }, raw: command };
}

test('a row has a sample of each lane and of the command for each round', async () => {
  const samples = new Samples();
  const usage = await measureRow(row('something', ['cat', path]), { lanes, rounds: 3, samples });
  expect(samples.get(limit, 'read')).toHaveLength(3);
  expect(samples.get(raw, 'read')).toHaveLength(3);
  expect(usage.get(limit)?.peakMb).toBeGreaterThan(10);
  expect(usage.get(limit)?.cpuMs).toBeGreaterThan(0);
});

test('a wrong answer and a command that fails are no measurements', async () => {
  const options = { lanes, rounds: 1, samples: new Samples() };
  await expect(measureRow(row('something else', ['cat', path]), options)).rejects.toThrow(/Wrong answer/);
  await expect(measureRow(row('something', ['cat', `${path}.none`]), options)).rejects.toThrow(
    /cat .* ended with 1/,
  );
});
