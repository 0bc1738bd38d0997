// What bundles and plugins let a user switch are flags that the server has, with the values that it takes.
import { describe, expect, test } from 'vitest';
import { installables } from '../../src/install/installable.ts';
import { bundleManifest, flavoursOf } from '../../src/install/manifest.ts';
import { pluginManifest } from '../../src/install/plugin.ts';
import { SWITCHES } from '../../src/install/switches.ts';
import { helpOf, printUnder } from './printed.ts';

type Options = Readonly<Record<string, { readonly default?: unknown; readonly required: boolean }>>;

const optionsIn = (manifest: object): string[] =>
  [...JSON.stringify(manifest).matchAll(/\$\{user_config\.(\w+)\}/g)].map(([, name = '']) => name).toSorted();

describe.each(installables)('$id', (server) => {
  const switches = SWITCHES[server.id] ?? [];

  test.each(switches)(
    '--$flag is a flag of the server, and its default has the type of its values',
    (each) => {
      const help = helpOf(server.id);
      expect(help).toContain(`--${each.flag} `);
      const isBoolean = typeof each.default === 'boolean';
      expect(new RegExp(`--${each.flag} +<`).test(help)).toBe(!isBoolean);
    },
  );

  test('every switch is in a bundle', () => {
    const bundled = flavoursOf(server).flatMap((flavour) => flavour.switches);
    expect(switches.filter((each) => !bundled.includes(each))).toEqual([]);
  });

  describe.each(flavoursOf(server))('the bundle $name', (flavour) => {
    const { user_config: options, server: started } = bundleManifest(server, flavour, []) as {
      readonly user_config: Options;
      readonly server: { readonly mcp_config: { readonly env: Readonly<Record<string, string>> } };
    };

    test('uses every option, and each has a value', () => {
      expect(optionsIn(started)).toEqual(Object.keys(options).toSorted());
      const open = Object.values(options).filter((each) => each.default === undefined && !each.required);
      expect(open).toEqual([]);
    });

    // --print-config reads every flag, and starts nothing.
    test('starts a server that takes the defaults, and says nothing about an option that is left empty', () => {
      const fill = (text: string): string =>
        text.replaceAll(/\$\{user_config\.(\w+)\}/g, (_, name: string) => String(options[name]?.default));
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
