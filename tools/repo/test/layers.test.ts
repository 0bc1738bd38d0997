// Allowed imports between layers. packages/runtime/docs/architecture.md draws the order.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  drawLayers,
  eraFiles,
  importCircles,
  isEntry,
  layerOf,
  layers,
  runtime,
  runtimeFiles,
  upwardImports,
} from '../src/layers.ts';
import { exportsOf } from '../src/exports.ts';
import { partIn } from '../src/readme-table.ts';
import { importsOf, root, sourceFiles, withoutComments } from '../src/workspace.ts';

/** Files outside of protocol/ that begin, store or end a session, or list the revisions. */
const FILES_WITH_ERAS = [
  'conversation/conversation.ts',
  'conversation/session.ts',
  'features/discover.ts',
  'features/lifecycle.ts',
  'transports/http/endpoint.ts',
  'transports/http/sessions/http-session.ts',
  'transports/http/sessions/sessions.ts',
  'transports/http/sessions/standalone.ts',
];

describe('packages/runtime/src', () => {
  test('has no layer that is missing in the table', () => {
    const unknown = runtimeFiles
      .map(({ path }) => layerOf(path))
      .filter((layer) => !isEntry(layer) && !(layer in layers));
    expect([...new Set(unknown)]).toEqual([]);
  });

  test('imports downwards only', () => {
    expect(upwardImports(runtimeFiles)).toEqual([]);
  });

  test('names no extension in conversation/, protocol/ and transports/', () => {
    const named = runtimeFiles.filter(
      ({ path, text }) =>
        ['conversation', 'protocol', 'transports'].includes(layerOf(path)) &&
        /task|skill|\bapps?\b|appResource/i.test(withoutComments(text)),
    );
    expect(named.map(({ path }) => path)).toEqual([]);
  });

  test('names revisions by date in protocol/ and in extensions only', () => {
    // Also as part of a longer string.
    const date =
      /(['"`])(?:(?!\1).)*(?:2024-11-05|2025-03-26|2025-06-18|2025-11-25|2026-07-28)(?:(?!\1).)*\1/;
    const outside = runtimeFiles.filter(
      ({ path, text }) => !['protocol', 'apps'].includes(layerOf(path)) && date.test(withoutComments(text)),
    );
    expect(outside.map(({ path }) => path)).toEqual([]);
  });

  test('decides on eras and revisions outside protocol/ only in the files that are named here', () => {
    expect(eraFiles(runtimeFiles)).toEqual(FILES_WITH_ERAS.map((file) => `${runtime}${file}`));
  });
});

test('CONTRIBUTING.md shows the layers', () => {
  expect(partIn(join(root, 'CONTRIBUTING.md'), 'layers', drawLayers())).toBe(drawLayers());
});

describe('the checks', () => {
  const file = (name: string, ...imports: string[]) => ({
    path: `${runtime}${name}`,
    text: imports.map((line) => `${line};\n`).join(''),
  });

  test('see a circle that only types close', () => {
    const files = [
      file('define/a.ts', "import { b } from './b.ts'"),
      file('define/b.ts', "import type { C } from '../schema/c.ts'"),
      file('schema/c.ts', "import type { A } from '../define/a.ts'"),
    ];
    const [a, b, c] = files.map(({ path }) => path);
    expect(importCircles(files)).toEqual([`${a} → ${b} → ${c} → ${a}`]);
  });

  test('see no circle where two files import a third one', () => {
    const files = [
      file('define/a.ts', "import { b } from './b.ts'", "import { c } from './c.ts'"),
      file('define/b.ts', "import { c } from './c.ts'"),
      file('define/c.ts'),
    ];
    expect(importCircles(files)).toEqual([]);
  });

  test('see an import of types that is none', () => {
    const upward = file('transports/a.ts', "import { McpServer } from '../server.ts'");
    const types = file('transports/b.ts', "import type { McpServer } from '../server.ts'");
    expect(upwardImports([upward, types])).toEqual([`${upward.path} → server.ts`]);
  });
});

const manifestOf = (folder: string): { readonly dependencies: object } =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { readonly dependencies: object };

describe('imports between packages', () => {
  const inPackages = sourceFiles.filter(({ path }) =>
    /^(?:packages|servers|tools)\/[^/]+\/.*\.ts$/.test(path),
  );
  const packageOf = (path: string): string => path.split('/').slice(0, 2).join('/');
  const all = inPackages.flatMap(({ path, text }) => importsOf(text).map(({ from }) => ({ path, from })));

  test('go through package names, never through paths', () => {
    const escapes = all
      .filter(({ from }) => from.startsWith('.'))
      .filter(({ path, from }) => packageOf(posix.join(posix.dirname(path), from)) !== packageOf(path));
    expect(escapes).toEqual([]);
  });

  test('close no circle in a library, those of types neither', () => {
    const libraries = inPackages.filter(({ path }) => path.startsWith('packages/'));
    expect(importCircles(libraries)).toEqual([]);
  });

  test('close no circle anywhere when programs run', () => {
    const running = inPackages.map(({ path, text }) => ({
      path,
      text: text.replaceAll(/^(?:import|export) type [^;]*;$/gm, ''),
    }));
    expect(importCircles(running)).toEqual([]);
  });

  test('never lead from a server to another server', () => {
    const crossings = all.filter(
      ({ path, from }) => path.startsWith('servers/') && from.startsWith('@mcp/server-'),
    );
    expect(crossings).toEqual([]);
  });

  test('lead from the sources of a server to the runtime, to the command line, to the packages they share and to the engines', () => {
    const internal = all.filter(
      ({ path, from }) => /^servers\/[^/]+\/src\//.test(path) && from.startsWith('@mcp/'),
    );
    expect(
      internal.filter(
        ({ from }) =>
          !/^@mcp\/(?:runtime(?:\/[a-z]+)?|command-line|(?:addresses|directories|limited-work|documents|files|git)(?:\/[a-z-]+)?)$/.test(
            from,
          ),
      ),
    ).toEqual([]);
  });

  test('lead from the pages of a server, and from what they share, to packages/view only', () => {
    const internal = all.filter(
      ({ path, from }) =>
        /^(?:servers\/[^/]+\/views|packages\/view\/src)\//.test(path) && /^(?:@mcp\/|node:)/.test(from),
    );
    expect(internal.length).toBeGreaterThan(0);
    expect(internal.filter(({ from }) => !/^@mcp\/view(?:\/[a-z]+)?$/.test(from))).toEqual([]);
  });

  test.each(['directories', 'limited-work', 'command-line', 'redis'])(
    'lead from packages/%s to the entry points of the runtime only',
    (name) => {
      const internal = all.filter(
        ({ path, from }) => path.startsWith(`packages/${name}/src/`) && from.startsWith('@mcp/'),
      );
      expect(internal.length).toBeGreaterThan(0);
      expect(internal.filter(({ from }) => !/^@mcp\/runtime(?:\/[a-z-]+)?$/.test(from))).toEqual([]);
    },
  );

  describe.each([
    ['documents', ['limited-work']],
    ['files', ['directories']],
    ['git', ['addresses', 'directories', 'limited-work']],
  ])('of packages/%s', (name, shared) => {
    const entry = new RegExp(`^@mcp/(${shared.join('|')})(?:/([a-z-]+))?$`);
    const internal = all.filter(
      ({ path, from }) => path.startsWith(`packages/${name}/src/`) && from.startsWith('@mcp/'),
    );

    test('lead to the packages below only', () => {
      expect(internal.length).toBeGreaterThan(0);
      expect(internal.filter(({ from }) => !entry.test(from))).toEqual([]);
    });

    test('reach nothing of the runtime, types neither, and depend on the packages below alone', () => {
      const reached = new Set<string>();
      const visit = (path: string): void => {
        if (reached.has(path)) return;
        reached.add(path);
        for (const { from } of all.filter((each) => each.path === path))
          if (from.startsWith('.')) visit(posix.join(posix.dirname(path), from));
          else
            visit(
              from.replace(entry, (_, below: string, file = 'index') => `packages/${below}/src/${file}.ts`),
            );
      };
      for (const { path } of inPackages) if (path.startsWith(`packages/${name}/src/`)) visit(path);
      for (const below of shared)
        expect([...reached].some((path) => path.startsWith(`packages/${below}/src/`))).toBe(true);
      expect([...reached].filter((path) => path.startsWith('@mcp/'))).toEqual([]);
      const { dependencies } = manifestOf(`packages/${name}`);
      expect(Object.keys(dependencies).filter((each) => each.startsWith('@mcp/'))).toEqual(
        shared.map((below) => `@mcp/${below}`),
      );
    });

    test('are at most 25 public names', () => {
      const names = exportsOf(`packages/${name}/src/index.ts`).map((exported) => exported.name);
      expect(new Set(names).size).toBe(names.length);
      expect(names.length).toBeGreaterThan(10);
      expect(names.length).toBeLessThanOrEqual(25);
    });
  });

  test('never lead from the runtime to another package of this repository', () => {
    expect(all.filter(({ path, from }) => path.startsWith(runtime) && from.startsWith('@mcp/'))).toEqual([]);
  });
});
