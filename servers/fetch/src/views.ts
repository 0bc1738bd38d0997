// Pages that hosts show next to results (MCP Apps). `tools/build` bundles them from ../views.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '@mcp/runtime';
import { appResource } from '@mcp/runtime/apps';

const READER = 'ui://fetch/reader';

/** `_meta` of the tool whose page the reader shows. */
export const shownInReader = { ui: { resourceUri: READER } } as const;

// Works from src and from dist.
const read = (file: string) => (): string =>
  readFileSync(join(import.meta.dirname, '..', 'dist', 'views', file), 'utf8');

/** The pages of this server. A file is read when a host first requests it. */
export const pages: readonly Resource[] = [appResource(READER, read('reader.html'), { title: 'Page' })];
