// What bundles and plugins let a user switch are flags that the server has, with the values that it takes.
import { describe, expect, test } from 'vitest';
import { installables } from '../../src/install/installable.ts';
import { bundleManifest, flavoursOf } from '../../src/install/manifest.ts';
import { pluginManifest } from '../../src/install/plugin.ts';
import { SWITCHES } from '../../src/install/switches.ts';
import { helpOf } from './printed.ts';

const optionsIn = (manifest: unknown): string[] =>
  [...JSON.stringify(manifest).matchAll(/\$\{user_config\.(\w+)\}/g)].map(([, name = '']) => name).toSorted();

describe.each(installables)('$id', (server) => {
  const switches = SWITCHES[server.id] ?? [];

  test.each(switches)('--$flag is a flag of the server, with a value unless it is on or off', (each) => {
    const help = helpOf(server.id);
    expect(help).toContain(`--${each.flag} `);
    expect(new RegExp(`--${each.flag} +<`).test(help)).toBe(each.kind !== 'boolean');
  });

  test('every switch is in a bundle', () => {
    const bundled = flavoursOf(server).flatMap((flavour) => flavour.switches);
    expect(switches.filter((each) => !bundled.includes(each))).toEqual([]);
  });

  test.each(flavoursOf(server))('the bundle $name uses every option', (flavour) => {
    const { user_config: options, server: started } = bundleManifest(server, flavour, []);
    expect(optionsIn(started)).toEqual(Object.keys(options ?? {}).toSorted());
  });

  test('every option of the plugin is used', () => {
    const { userConfig, mcpServers } = pluginManifest(server) as { userConfig: object; mcpServers: object };
    expect(optionsIn(mcpServers)).toEqual(Object.keys(userConfig).toSorted());
  });
});

test('the bundle for documents is always read-only', () => {
  const documents = installables.flatMap(flavoursOf).find(({ name }) => name.endsWith('-documents'));
  expect(documents).toMatchObject({ name: 'mcp-server-filesystem-documents', fixed: ['--read-only'] });
  expect(documents?.switches.map(({ flag }) => flag)).toEqual(['deny']);
});
