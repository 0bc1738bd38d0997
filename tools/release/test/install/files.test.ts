// The files that installers read say what the manifests say.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installFiles } from '../../src/install/files.ts';
import { installables } from '../../src/install/installable.ts';
import { allButtons, installSection } from '../../src/install/readme-section.ts';
import { partIn } from '@mcp/repo/src/readme-table.ts';
import { root } from '@mcp/repo/src/workspace.ts';

test.each(installFiles())('$path is what `pnpm install:files` writes', ({ path, content }) => {
  const text = readFileSync(join(root, path), 'utf8');
  expect(typeof content === 'string' ? text : JSON.parse(text)).toEqual(content);
});

test('the README of the repository has the buttons of every server', () => {
  const made = allButtons();
  expect(partIn(join(root, 'README.md'), 'buttons', made)).toBe(made);
});

describe.each(installables)('$id', (server) => {
  test('carries the name that the registry looks for in the package', () => {
    expect(server.manifest.mcpName).toBe(server.registryName);
  });

  test('has a registry entry within the limits of the registry', () => {
    // From the schema of 2025-12-11: the pattern of the name, the lengths, and an exact version.
    expect(server.registryName).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(server.manifest.description?.length).toBeLessThanOrEqual(100);
    expect(server.title.length).toBeLessThanOrEqual(100);
    expect(server.manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('shows in its README how to install it', { timeout: 60_000 }, () => {
    const section = installSection(server);
    expect(partIn(join(root, 'servers', server.id, 'README.md'), 'install', section)).toBe(section);
  });
});
