// Pages that hosts show beside results (MCP Apps). `tools/build` builds them from ../views.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '@mcp/runtime';
import { appResource } from '@mcp/runtime/apps';

const titles = { edits: 'Changes', tree: 'Sizes', preview: 'File' } as const;
type Page = keyof typeof titles;

/** Returns the `_meta` of a tool whose results a page shows. */
export const shownAs = (page: Page) => ({ ui: { resourceUri: `ui://filesystem/${page}` } }) as const;

// The same path from src and from dist.
const read = (page: string): string =>
  readFileSync(join(import.meta.dirname, '..', 'dist', 'views', `${page}.html`), 'utf8');

/** All pages of this server. A file is read when a host first requests it. */
export const pages: readonly Resource[] = Object.entries(titles).map(([page, title]) =>
  appResource(`ui://filesystem/${page}`, () => read(page), { title }),
);
