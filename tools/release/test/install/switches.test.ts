// What bundles and plugins let a user switch are flags that the server has, with the values that it takes.
import { describe, expect, test } from 'vitest';
import { installables } from '../../src/install/installable.ts';
import { bundleManifest, flavoursOf } from '../../src/install/manifest.ts';
import { pluginManifest } from '../../src/install/plugin.ts';
import { SWITCHES } from '../../src/install/switches.ts';
import { helpOf, printUnder } from './printed.ts';

type Options = Readonly<
  Record<string, { readonly default?: string | boolean | readonly string[]; readonly required: boolean }>
>;

const optionsIn = (manifest: object): string[] =>
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

  describe.each(flavoursOf(server))('the bundle $name', (flavour) => {
    const { user_config: options, server: started } = bundleManifest(server, flavour, []) as {
      readonly user_config: Options;
      readonly server: { readonly mcp_config: { readonly env: Readonly<Record<string, string>> } };
    };

    test('uses every option', () => {
      expect(optionsIn(started)).toEqual(Object.keys(options).toSorted());
    });

    // --print-config reads every flag, and starts nothing.
    test('starts a server that takes the defaults, and says nothing about an option that is left empty', () => {
      // What has no default stays as it is, as in the official code.
      const fill = (text: string): string =>
        text.replaceAll(/\$\{user_config\.(\w+)\}/g, (as, name: string) =>
          String(options[name]?.default ?? as),
        );
      const settings = Object.entries(started.mcp_config.env).map(([name, text]) => [name, fill(text)]);
      const { status, stderr } = printUnder(
        server.id,
        Object.fromEntries(settings) as Record<string, string>,
      );
      expect(status).toBe(0);
      expect(stderr).not.toContain('mcp-server-');
    });
  });

  test('every option of the plugin is used', () => {
    const { userConfig, mcpServers } = pluginManifest(server) as { userConfig: object; mcpServers: object };
    expect(optionsIn(mcpServers)).toEqual(Object.keys(userConfig).toSorted());
  });
});

test('the documents are read only, whatever the user chooses', () => {
  const documents = installables.flatMap(flavoursOf).find(({ name }) => name.endsWith('-documents'));
  expect(documents).toMatchObject({ name: 'mcp-server-filesystem-documents', fixed: ['--read-only'] });
  expect(documents?.switches.map(({ flag }) => flag)).toEqual(['deny']);
});
