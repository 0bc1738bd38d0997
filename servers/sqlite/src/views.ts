// Views: pages that hosts show with results (MCP Apps). `tools/build` builds them from ../views.
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

// The path is the same from src and from dist.
const read = (file: string) => (): string =>
  readFileSync(join(import.meta.dirname, '..', 'dist', 'views', file), 'utf8');

/** The pages of this server. A file is read on the first request. */
export const pages: readonly Resource[] = [
  appResource(GRID, read('grid.html'), { title: 'Rows', permissions: ['clipboardWrite'] }),
  appResource(SCHEMA, read('schema.html'), { title: 'Schema' }),
];
