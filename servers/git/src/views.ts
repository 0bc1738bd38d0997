// Pages that hosts show beside results (MCP Apps). `tools/build` builds them from ../views.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '@mcp/runtime';
import { appResource } from '@mcp/runtime/apps';

const DIFF = 'ui://git/diff';
const STATUS = 'ui://git/status';
const GRAPH = 'ui://git/graph';

/** `_meta` of a tool whose result is a patch. */
export const shownAsDiff = { ui: { resourceUri: DIFF } } as const;

/** `_meta` of the tool whose files are shown with their hunks and conflicts. */
export const shownAsStatus = { ui: { resourceUri: STATUS } } as const;

/** `_meta` of the tool whose commits are shown as a graph. */
export const shownAsGraph = { ui: { resourceUri: GRAPH } } as const;

// The path works from src and from dist.
const read = (file: string) => (): string =>
  readFileSync(join(import.meta.dirname, '..', 'dist', 'views', file), 'utf8');

/** All pages of this server. A file is read when a host first asks for it. */
export const pages: readonly Resource[] = [
  appResource(DIFF, read('diff.html'), { title: 'Changes' }),
  appResource(STATUS, read('status.html'), { title: 'Status' }),
  appResource(GRAPH, read('graph.html'), { title: 'Commits' }),
];
