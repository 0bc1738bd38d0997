// The files that installers read say what the manifests and the owner say, and nothing leads to what does not exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installFiles } from '../../src/install/files.ts';
import { installables, registryName } from '../../src/install/installable.ts';
import { installLinks } from '../../src/install/links.ts';
import { allButtons, installSection } from '../../src/install/readme-section.ts';
import { publication, type Publication } from '@mcp/repo/src/publication.ts';
import { partIn } from '@mcp/repo/src/readme-table.ts';
import { root } from '@mcp/repo/src/workspace.ts';

const repository = 'https://github.com/ann/servers';
const owned: Publication = { owner: 'ann', repository, scope: '@ann', npm: true, bundles: true };
const nobody: Publication = { owner: null, repository: null, scope: '@mcp', npm: false, bundles: false };

test.each(installFiles())('$path is what `pnpm install:files` writes', ({ path, content }) => {
  const file = join(root, path);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  expect(text === undefined || typeof content === 'string' ? text : JSON.parse(text)).toEqual(content);
});

test('the README of the repository lists every server, with the buttons that work', () => {
  const made = allButtons();
  expect(partIn(join(root, 'README.md'), 'buttons', made)).toBe(made);
});

describe('until somebody owns the project', () => {
  const files = installFiles(nobody);

  test('no manifest, registry entry or plugin names an address', () => {
    const texts = files.map(({ path, content }) => `${path} ${JSON.stringify(content)}`);
    expect(texts.filter((text) => /github\.|"mcpName"|"homepage"/.test(text))).toEqual([]);
  });

  test('there are no plugins and no registry entries, which would start or name what is not there', () => {
    const left = files.filter(
      ({ path, content }) => /plugin|server\.json/.test(path) && content !== undefined,
    );
    expect(left).toEqual([]);
  });

  test.each(installables)('$id has no button and no npx line', (server) => {
    const shown = installSection(server, nobody);
    expect(shown).not.toMatch(/https?:|npx -y @/);
    expect(shown).toContain(`node servers/${server.id}/dist/main.cjs`);
    expect(allButtons(nobody)).not.toMatch(/https?:/);
  });
});

describe('once somebody does', () => {
  const contentOf = (path: string) => installFiles(owned).find((file) => file.path === path)?.content;

  test('every manifest says where it is', () => {
    expect(contentOf('package.json')).toMatchObject({ repository: { url: `git+${repository}.git` } });
    expect(contentOf('servers/git/package.json')).toMatchObject({
      mcpName: 'io.github.ann/git',
      repository: { type: 'git', url: `git+${repository}.git`, directory: 'servers/git' },
    });
  });

  test.each(installables)('$id has a registry entry within the limits of the registry', (server) => {
    // From the schema of 2025-12-11: the pattern of the name, the lengths, and an exact version.
    const name = registryName(server, owned);
    expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(contentOf(`servers/${server.id}/server.json`)).toMatchObject({
      name,
      repository: { url: repository },
    });
    expect(server.manifest.description?.length).toBeLessThanOrEqual(100);
    expect(server.title.length).toBeLessThanOrEqual(100);
    expect(server.manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test.each(installables)('$id has a plugin of the marketplace', ({ id }) => {
    const plugin = `mcp-server-${id}`;
    expect(contentOf(`servers/${id}/.claude-plugin/plugin.json`)).toMatchObject({ name: plugin, repository });
    expect(JSON.stringify(contentOf('.claude-plugin/marketplace.json'))).toContain(`"name":"${plugin}"`);
  });

  test.each(installables)('no button of $id has a path that somebody would have to replace', (server) => {
    const links = installLinks(server);
    expect(links.length).toBeGreaterThan(0);
    for (const { url } of links) {
      const all = new URL(url).searchParams;
      const encoded = all.get('config') ?? '';
      const config = encoded.startsWith('{') ? encoded : Buffer.from(encoded, 'base64').toString();
      const said = [...all.values(), config].join(' ');
      expect(said).not.toMatch(/\/path\/|~\//);
      const asks = /\$\{(?:input:\w+|workspaceFolder)\}/.test(said);
      expect(asks).toBe(server.input !== undefined);
    }
    expect(installSection(server, owned)).toContain(`npx -y ${server.manifest.name}`);
  });
});

test.each(installables)('the README of $id shows how to install it', (server) => {
  const section = installSection(server);
  expect(partIn(join(root, 'servers', server.id, 'README.md'), 'install', section)).toBe(section);
});

test('what is published is said of the project that is here', () => {
  const scopes = installables.map(({ manifest }) => manifest.name.split('/')[0]);
  expect(new Set(scopes)).toEqual(new Set([publication.scope]));
});
