// Every package has a description and takes its versions from the catalog.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packages, publicPackages, readManifest, root } from '../src/workspace.ts';

describe.each(packages.map(({ folder, manifest }) => ({ folder, manifest })))(
  '$folder',
  ({ folder, manifest }) => {
    test('has a README', () => {
      expect(existsSync(join(root, folder, 'README.md'))).toBe(true);
    });

    test('names its licence and engine', () => {
      expect(manifest).toMatchObject({
        license: 'MIT',
        type: 'module',
        description: expect.stringMatching(/\w/),
        engines: { node: expect.stringMatching(/^>=\d+(\.\d+)?$/) },
      });
    });

    test('takes every version from the catalog or the workspace', () => {
      const versions = { ...manifest.dependencies, ...manifest.devDependencies };
      const others = Object.entries(versions).filter(
        ([, version]) => !/^(catalog:[a-z]*|workspace:[*^])$/.test(version),
      );
      expect(others).toEqual([]);
    });

    test('runs nothing when it is installed', () => {
      const hooks = ['preinstall', 'install', 'postinstall', 'prepare'];
      expect(Object.keys(manifest.scripts ?? {}).filter((name) => hooks.includes(name))).toEqual([]);
    });
  },
);

describe.each(publicPackages.map(({ folder, manifest }) => ({ folder, manifest })))(
  '$folder, which is published',
  ({ folder, manifest }) => {
    test('publishes its built files, and a library also what its maps and its README point at', () => {
      const sources = manifest.exports === undefined ? [] : ['src'];
      const others = ['docs', 'replicas', 'template'].filter((name) => existsSync(join(root, folder, name)));
      const isServer = folder.startsWith('servers/');
      expect(manifest.files).toEqual(['dist', ...(isServer ? [] : others), ...sources]);
      expect(manifest.publishConfig?.access).toBe('public');
    });

    test('does not depend on private packages once installed', () => {
      const published = new Set(publicPackages.map((entry) => entry.manifest.name));
      const internal = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith('@mcp/'));
      expect(internal.filter((name) => !published.has(name))).toEqual([]);
    });

    test('is in packages/ or servers/', () => {
      expect(folder).toMatch(/^(packages|servers)\//);
    });
  },
);

describe('@mcp/create-server', () => {
  const folder = 'packages/create-server';

  test.each(['runtime', 'command-line'])(
    'has the version of packages/%s, which its projects ask for',
    (name) => {
      expect(readManifest(folder).version).toBe(readManifest(`packages/${name}`).version);
    },
  );

  test('makes projects with the versions of the catalog', () => {
    const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
    const { devDependencies = {} } = readManifest(`${folder}/template`);
    const others = Object.entries(devDependencies).filter(
      ([name, range]) => !new RegExp(`^ {2}'?${name}'?: ${range.replace('^', '')}$`, 'm').test(catalog),
    );
    expect(others).toEqual([]);
    expect(Object.keys(devDependencies).length).toBeGreaterThan(0);
  });
});

describe('the catalog', () => {
  const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const lines = (/^catalog:\n((?: {2}.*\n)+)/m.exec(workspace)?.[1] ?? '').trimEnd().split('\n');
  const entries = lines.map((line) => /^ {2}'?([^':]+)'?: (.*)$/.exec(line)?.slice(1) ?? [line]);

  test('pins exact versions', () => {
    expect(entries.length).toBeGreaterThan(1);
    expect(entries.filter(([, version = '']) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });

  test('lists nothing that no package uses', () => {
    const used = [readManifest(''), ...packages.map(({ manifest }) => manifest)].flatMap((manifest) =>
      Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies }),
    );
    expect(entries.map(([name = '']) => name).filter((name) => !used.includes(name))).toEqual([]);
  });
});
