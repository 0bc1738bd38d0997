// What bundles and plugins let a user switch are flags that the server has, with the values that it takes.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installables } from '../../src/install/installable.ts';
import { bundleManifest, flavoursOf } from '../../src/install/manifest.ts';
import { filledPlugin } from '../../src/install/plugin.ts';
import { SWITCHES, variableOf } from '../../src/install/switches.ts';
import { root } from '@mcp/repo/src/workspace.ts';

describe.each(installables)('$id', (server) => {
  const switches = SWITCHES[server.id] ?? [];
  const program = join(root, 'servers', server.id, 'src/main.ts');
  const help = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' }).stdout;

  test.each(switches)('--$flag is a flag of the server, and its default a value of it', (each) => {
    expect(help).toContain(`--${each.flag} `);
    const isBoolean = typeof each.default === 'boolean';
    expect(new RegExp(`--${each.flag} +<`).test(help)).toBe(!isBoolean);
    const env = { ...process.env, [variableOf(server.id, each)]: String(each.default) };
    // --print-config reads every flag, and starts nothing.
    const { status } = spawnSync(process.execPath, [program, '--print-config', 'cursor'], { env });
    expect(status).toBe(0);
  });

  test.each(flavoursOf(server))('every option of the bundle $name is used, and has a value', (flavour) => {
    const { user_config: options, server: started } = bundleManifest(server, flavour, []) as {
      readonly user_config: Readonly<
        Record<string, { readonly default?: unknown; readonly required: boolean }>
      >;
      readonly server: object;
    };
    const used = [...JSON.stringify(started).matchAll(/\$\{user_config\.(\w+)\}/g)].map(
      ([, name = '']) => name,
    );
    expect(used.toSorted()).toEqual(Object.keys(options).toSorted());
    const open = Object.values(options).filter(
      ({ default: value, required }) => value === undefined && !required,
    );
    expect(open).toEqual([]);
  });

  test.each(flavoursOf(server))(
    '$name says nothing about an option that the user leaves empty',
    (flavour) => {
      const manifest = bundleManifest(server, flavour, []) as {
        readonly user_config: Readonly<Record<string, { readonly default?: unknown }>>;
        readonly server: { readonly mcp_config: { readonly env: Readonly<Record<string, string>> } };
      };
      const fill = (text: string): string =>
        text.replaceAll(/\$\{user_config\.(\w+)\}/g, (_, name: string) =>
          String(manifest.user_config[name]?.default),
        );
      const filled = Object.entries(manifest.server.mcp_config.env).map(([name, text]) => [name, fill(text)]);
      const others = Object.entries(process.env).filter(([name]) => !name.startsWith('MCP_'));
      const env = Object.fromEntries([...others, ...filled]) as NodeJS.ProcessEnv;
      const { status, stderr } = spawnSync(process.execPath, [program, '--print-config', 'cursor'], {
        encoding: 'utf8',
        env,
      });
      expect(status).toBe(0);
      expect(stderr).not.toContain('mcp-server-');
    },
  );

  test('every option of the plugin is used', () => {
    const { userConfig, mcpServers } = filledPlugin(server) as { userConfig: object; mcpServers: object };
    const used = [...JSON.stringify(mcpServers).matchAll(/\$\{user_config\.(\w+)\}/g)].map(
      ([, name = '']) => name,
    );
    expect(used.toSorted()).toEqual(Object.keys(userConfig).toSorted());
  });
});

test('the documents are read only, whatever the user chooses', () => {
  const documents = installables.flatMap(flavoursOf).find(({ name }) => name.endsWith('-documents'));
  expect(documents).toMatchObject({ name: 'mcp-server-filesystem-documents', fixed: ['--read-only'] });
  expect(documents?.switches.map(({ flag }) => flag)).toEqual(['deny']);
});
