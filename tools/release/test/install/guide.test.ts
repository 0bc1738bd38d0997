// The page for people who use Claude Desktop says where the bundles are, and what each asks.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleTable, whereBundlesAre } from '../../src/install/guide.ts';
import { partIn, tableIn } from '@mcp/repo/src/readme-table.ts';
import { root } from '@mcp/repo/src/workspace.ts';

const page = join(root, 'tools/site/guide/claude-desktop.md');

test('the page says where the files are', () => {
  const made = whereBundlesAre();
  expect(partIn(page, 'bundles', made)).toBe(made);
});

test('the page has a row for each bundle', () => {
  const table = bundleTable();
  expect(table).not.toContain('|  |');
  expect(tableIn(page, 'bundles', table)).toBe(table);
});

test('a release is shown once the bundles hang there', () => {
  const repository = 'https://github.com/ann/servers';
  const owned = { owner: 'ann', repository, scope: '@ann', npm: false, bundles: true };
  expect(whereBundlesAre(owned)).toBe(
    `Download one from [the newest release](${repository}/releases/latest).`,
  );
  expect(whereBundlesAre({ ...owned, owner: null, repository: null, bundles: false })).not.toContain('http');
});
