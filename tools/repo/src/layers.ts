// Layers of the runtime, and the imports of its files: for the test of the layers and the table in CONTRIBUTING.md.
import { posix } from 'node:path';
import { importsOf, sourceFiles, type SourceFile, withoutComments } from './workspace.ts';

/** The sources of the runtime. */
export const runtime = 'packages/runtime/src/';

/** The allowed imports of a layer. `types` may be imported only as types. */
export interface Layer {
  readonly imports: readonly string[];
  readonly types?: readonly string[];
}

/** From the bottom up. A file named here is a layer itself; other files next to the folders are entry points. */
export const layers: Readonly<Record<string, Layer>> = {
  text: { imports: [] },
  limits: { imports: [] },
  jsonrpc: { imports: ['limits'] },
  protocol: { imports: ['jsonrpc', 'text'] },
  stores: { imports: ['limits', 'protocol', 'jsonrpc'] },
  schema: { imports: ['protocol', 'jsonrpc', 'text'] },
  define: { imports: ['schema', 'protocol', 'jsonrpc', 'text'] },
  conversation: { imports: ['define', 'protocol', 'jsonrpc', 'limits', 'text'] },
  features: {
    imports: ['conversation', 'define', 'schema', 'stores', 'protocol', 'jsonrpc', 'limits', 'text'],
  },
  'server.ts': {
    imports: ['features', 'conversation', 'define', 'stores', 'protocol', 'jsonrpc', 'limits', 'text'],
  },
  auth: { imports: ['jsonrpc', 'protocol', 'text'] },
  transports: {
    imports: ['auth', 'stores', 'protocol', 'jsonrpc', 'limits', 'text'],
    types: ['conversation', 'server.ts'],
  },
  apps: { imports: ['index.ts', 'extensions.ts', 'text'] },
  skills: { imports: ['index.ts', 'extensions.ts', 'text'] },
  tasks: { imports: ['index.ts', 'extensions.ts', 'limits', 'text'] },
  middleware: { imports: ['index.ts', 'extensions.ts', 'limits'] },
  otel: { imports: ['index.ts'] },
  testing: {
    imports: ['stdio.ts', 'fetch.ts', 'server.ts', 'schema', 'stores', 'protocol', 'jsonrpc', 'text'],
  },
};

/** Returns `features` for `packages/runtime/src/features/prompts.ts`, and the file name for `…/src/server.ts`. */
export const layerOf = (path: string): string => path.slice(runtime.length).split('/')[0] ?? '';

/** Returns whether a layer is an entry point, which may import everything. */
export const isEntry = (layer: string): boolean => layer.endsWith('.ts') && !(layer in layers);

/** The TypeScript files of the runtime. */
export const runtimeFiles: readonly SourceFile[] = sourceFiles.filter(
  ({ path }) => path.startsWith(runtime) && path.endsWith('.ts'),
);

const resolve = (path: string, from: string): string => posix.join(posix.dirname(path), from);

/** Returns imports of the runtime that its layers forbid, as `file → layer`. */
export const upwardImports = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) => {
    const layer = layerOf(path);
    if (isEntry(layer)) return [];
    const { imports = [], types = [] } = layers[layer] ?? {};
    return importsOf(text)
      .filter(({ from }) => from.startsWith('.'))
      .map(({ from, type }) => ({ target: layerOf(resolve(path, from)), type }))
      .filter(({ target }) => target !== layer && !imports.includes(target))
      .filter(({ target, type }) => !(type && types.includes(target)))
      .map(({ target }) => `${path} → ${target}`);
  });

/** Returns the imports of each file, including types, because a reader follows these as well. */
const toGraph = (files: readonly SourceFile[]): Map<string, string[]> =>
  new Map(
    files.map(({ path, text }) => [
      path,
      importsOf(text)
        .filter(({ from }) => from.startsWith('.'))
        .map(({ from }) => resolve(path, from)),
    ]),
  );

/** Returns import cycles, as `a → b → a`, one for each import that closes a cycle. */
export const importCircles = (files: readonly SourceFile[]): string[] => {
  const graph = toGraph(files);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) circles.push([...way.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return circles;
};

/** Conditions on an era or a revision, which belong in `protocol` under a name for their consequence. */
const ERA =
  /\bcan\(|\bisModern\b|\bisLegacy\b|\bisSince\b|\bnegotiate\(|\bisStateless\b|\bstandsAlone\b|\.session [!=]== undefined|\bBATCH_REVISION\b|\b(?:MODERN|LEGACY)_REVISIONS\b|\brevision [!=]==/;

/** Returns the files outside `protocol` that decide on an era or a revision. */
export const eraFiles = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path, text }) => layerOf(path) !== 'protocol' && ERA.test(withoutComments(text)))
    .map(({ path }) => path);

/** Returns the layers as CONTRIBUTING.md shows them. */
export const drawLayers = (): string => {
  const width = Math.max(...Object.keys(layers).map((name) => name.length));
  const rows = Object.entries(layers).map(([name, { imports, types = [] }]) => {
    const allowed = [...imports, ...(types.length > 0 ? [`types of ${types.join(' and ')}`] : [])];
    return `${name.padEnd(width)} → ${allowed.join(', ') || 'nothing'}`;
  });
  const entries = runtimeFiles.map(({ path }) => layerOf(path)).filter((layer) => isEntry(layer));
  const rest = [
    `${entries.toSorted().join(' ')} → anything below`,
    'packages/command-line → the entry points of @mcp/runtime',
    'packages/redis → the entry points of @mcp/runtime',
    'packages/directories, packages/limited-work → the entry points of @mcp/runtime',
    'packages/addresses → nothing',
    'packages/documents → packages/limited-work',
    'packages/files → packages/directories',
    'packages/git → packages/addresses, packages/directories, packages/limited-work',
    'packages/view → nothing',
    'servers/*/views → packages/view',
    'servers/* → the entry points of @mcp/runtime, @mcp/command-line, packages/addresses, packages/directories, packages/limited-work, packages/documents, packages/files, packages/git, never another server',
  ];
  return ['```', ...rows, ...rest, '```'].join('\n');
};
