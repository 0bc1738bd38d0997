// Parts of documents that are made say how to install what is here, and lead nowhere until somebody owns the project.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { publication } from '@mcp/repo/src/publication.ts';
import { partIn, tableIn } from '@mcp/repo/src/readme-table.ts';
import { root } from '@mcp/repo/src/workspace.ts';
import { bundleTable, installSection } from '../../src/install/documents.ts';
import { installables } from '../../src/install/installable.ts';
import { hostsOf, printed } from './printed.ts';

test('documents use the scope of this project', () => {
  const scopes = installables.map(({ manifest }) => manifest.name.split('/')[0]);
  expect(new Set(scopes)).toEqual(new Set([publication.scope]));
});

describe.each(installables)('the README of $id', (server) => {
  test('shows how to install it, without a link and an npx line: nothing is published', () => {
    const section = installSection(server);
    expect(partIn(join(root, 'servers', server.id, 'README.md'), 'install', section)).toBe(section);
    expect(section).not.toMatch(/https?:|npx -y @/);
    expect(section).toContain(`node servers/${server.id}/dist/main.cjs`);
  });
});

test('the page about Claude Desktop has a row for each bundle', () => {
  const table = bundleTable();
  expect(table).not.toContain('|  |');
  expect(tableIn(join(root, 'tools/site/guide/claude-desktop.md'), 'bundles', table)).toBe(table);
});

test('the page about troubleshooting has the limits that are written for hosts', () => {
  const page = readFileSync(join(root, 'tools/site/guide/troubleshooting.md'), 'utf8');
  const told = [...page.matchAll(/\| (\d+),000 +\|$/gm)].map(([, thousands]) => Number(thousands) * 1000);
  const configs = printed(
    'fetch',
    hostsOf('fetch').map((host) => ['--print-config', host]),
  );
  const written = configs.flatMap(
    (text) => /--max-output-\w+\W+(\d+)/.exec(text)?.slice(1).map(Number) ?? [],
  );
  expect(new Set(told)).toEqual(new Set(written));
});
