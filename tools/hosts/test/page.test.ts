// The page "Hosts" of the guide shows the saved results.
import { join } from 'node:path';
import { root } from '@mcp/repo/src/workspace.ts';
import { tableIn } from '@mcp/repo/src/readme-table.ts';
import { expect, test } from 'vitest';
import { drawResults, readResults } from '../src/report.ts';

test('the page of the guide shows the saved results', () => {
  const made = drawResults(readResults());
  expect(tableIn(join(root, 'tools/site/guide/hosts.md'), 'hosts', made)).toBe(made);
});
