// Who may import whom. The order is drawn in packages/runtime/docs/architecture.md.
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, sourceFiles, withoutComments } from '../src/workspace.ts';

const runtime = 'packages/runtime/src/';

/** Layer of the runtime → the layers it may import from. Files beside the folders are layers of their own. */
const layers: Readonly<Record<string, readonly string[]>> = {
  text: [],
  limits: [],
  jsonrpc: ['limits'],
  protocol: ['jsonrpc', 'text'],
  stores: ['protocol', 'jsonrpc'],
  schema: ['protocol', 'jsonrpc', 'text'],
  define: ['schema', 'protocol', 'jsonrpc', 'text'],
  conversation: ['define', 'protocol', 'jsonrpc', 'limits'],
  features: ['conversation', 'define', 'schema', 'stores', 'protocol', 'jsonrpc', 'limits', 'text'],
  'report.ts': ['conversation'],
  'server.ts': ['report.ts', 'features', 'conversation', 'define', 'stores', 'protocol', 'jsonrpc', 'limits'],
  auth: ['jsonrpc', 'protocol', 'text'],
  transports: ['auth', 'stores', 'protocol', 'jsonrpc', 'limits', 'text'],
  middleware: ['index.ts', 'limits', 'define'],
  cli: ['index.ts', 'middleware.ts', 'auth.ts', 'text'],
  testing: ['stdio.ts', 'http.ts', 'server.ts', 'stores', 'transports', 'protocol', 'jsonrpc'],
};

/** What a layer may import when only types are taken. */
const typeOnly: Readonly<Record<string, readonly string[]>> = { transports: ['conversation', 'server.ts'] };

/** `features` for `packages/runtime/src/features/tools.ts`, and the name of the file for `…/src/server.ts`. */
const layerOf = (path: string): string => path.slice(runtime.length).split('/')[0] ?? '';

const isEntry = (layer: string): boolean => layer.endsWith('.ts') && !(layer in layers);

const resolve = (path: string, from: string): string => posix.join(posix.dirname(path), from);

describe('packages/runtime/src', () => {
  const files = sourceFiles.filter(({ path }) => path.startsWith(runtime) && path.endsWith('.ts'));

  test('has no layer that is missing in the table above', () => {
    const unknown = files
      .map(({ path }) => layerOf(path))
      .filter((layer) => !isEntry(layer) && !(layer in layers));
    expect([...new Set(unknown)]).toEqual([]);
  });

  test('imports downwards only', () => {
    const upwards = files.flatMap(({ path, text }) => {
      const layer = layerOf(path);
      if (isEntry(layer)) return [];
      return importsOf(text)
        .filter(({ from }) => from.startsWith('.'))
        .map(({ from, type }) => ({ target: layerOf(resolve(path, from)), type }))
        .filter(({ target }) => target !== layer && !layers[layer]?.includes(target))
        .filter(({ target, type }) => !(type && typeOnly[layer]?.includes(target)))
        .map(({ target }) => `${path} → ${target}`);
    });
    expect(upwards).toEqual([]);
  });

  test('names revisions by date in protocol/ only', () => {
    const date = /['"`](?:2024-11-05|2025-03-26|2025-06-18|2025-11-25|2026-07-28)['"`]/;
    const outside = files.filter(
      ({ path, text }) => layerOf(path) !== 'protocol' && date.test(withoutComments(text)),
    );
    expect(outside.map(({ path }) => path)).toEqual([]);
  });
});

describe('imports between packages', () => {
  const inPackages = sourceFiles.filter(({ path }) =>
    /^(?:packages|servers|tools)\/[^/]+\/.*\.ts$/.test(path),
  );
  const packageOf = (path: string): string => path.split('/').slice(0, 2).join('/');
  const all = inPackages.flatMap(({ path, text }) => importsOf(text).map(({ from }) => ({ path, from })));

  test('go through package names, never through paths', () => {
    const escapes = all
      .filter(({ from }) => from.startsWith('.'))
      .filter(({ path, from }) => packageOf(resolve(path, from)) !== packageOf(path));
    expect(escapes).toEqual([]);
  });

  test('never lead from a server to another server', () => {
    const crossings = all.filter(
      ({ path, from }) => path.startsWith('servers/') && from.startsWith('@mcp/server-'),
    );
    expect(crossings).toEqual([]);
  });

  test('lead from the sources of a server to the entry points of the runtime only', () => {
    const internal = all.filter(
      ({ path, from }) => /^servers\/[^/]+\/src\//.test(path) && from.startsWith('@mcp/'),
    );
    expect(internal.filter(({ from }) => !/^@mcp\/runtime(?:\/[a-z]+)?$/.test(from))).toEqual([]);
  });

  test('never lead from the runtime to another package of this repository', () => {
    expect(all.filter(({ path, from }) => path.startsWith(runtime) && from.startsWith('@mcp/'))).toEqual([]);
  });
});
