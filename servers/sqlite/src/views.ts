// The pages that hosts show beside results (MCP Apps). `tools/build` makes them of the sources in ../views.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '@mcp/runtime';
import { appResource } from '@mcp/runtime/apps';

const GRID = 'ui://sqlite/grid';
const SCHEMA = 'ui://sqlite/schema';

/** `_meta` of the tool whose rows the grid shows. */
export const shownAsGrid = { ui: { resourceUri: GRID } } as const;

/** `_meta` of the tools whose tables the diagram shows. */
export const shownAsSchema = { ui: { resourceUri: SCHEMA } } as const;

// From src as from dist.
const read = (file: string) => (): string =>
  readFileSync(join(import.meta.dirname, '..', 'dist', 'views', file), 'utf8');

/** All pages of this server. A file is read when a host first asks for it. */
export const pages: readonly Resource[] = [
  appResource(GRID, read('grid.html'), { title: 'Rows', permissions: ['clipboardWrite'] }),
  appResource(SCHEMA, read('schema.html'), { title: 'Schema' }),
];
