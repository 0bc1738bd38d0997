// Document search: covers documents in name order, and cursors continue inside them.
import { afterAll, expect, test } from 'vitest';
import { fixture } from '@mcp/documents/test/fixtures';
import { call, temporary } from '../setup.ts';

interface Found {
  readonly files: readonly { readonly path: string; readonly lines?: readonly { readonly line: number }[] }[];
  readonly nextCursor?: string;
  readonly filesScanned: number;
  readonly ignored: number;
  readonly errors: readonly string[];
}

const FILES = {
  '.gitignore': 'ignored-*\n',
  'a.txt': 'Quarterly report\n',
  'b.docx': fixture('report.docx'),
  'c.pdf': '%PDF-1.4 damaged report',
  'd.pdf': 'a report that only has the name of a document\n',
  'e.txt': 'no such word\n',
  'f/g.pdf': fixture('report.pdf'),
  'f/h.txt': 'report\n',
  'ignored-1': '',
  'ignored-2': '',
};

const dir = temporary(FILES);
afterAll(() => dir[Symbol.dispose]());

/** Shared, because each server starts its own document processes. */
const search = async (args: object): Promise<Found> => {
  const { structuredContent } = await call(dir.server, 'search_file_contents', {
    query: '[Rr]eport',
    ...args,
  });
  return structuredContent as unknown as Found;
};

test('finds documents in name order, with errors for those without text', async () => {
  const found = await search({});
  expect(found.files.map(({ path }) => path.slice(dir.path.length + 1))).toEqual([
    'a.txt',
    'b.docx',
    'd.pdf',
    'f/g.pdf',
    'f/h.txt',
  ]);
  expect(found.errors).toEqual([expect.stringContaining(dir.at('c.pdf'))]);
  expect(found).toMatchObject({ filesScanned: 7, ignored: 2 });
  expect((await search({ glob: '*.docx', output: 'files' })).files).toEqual([{ path: dir.at('b.docx') }]);
  const one = await search({ path: 'b.docx' });
  expect(one.files).toHaveLength(1);
});

test('line numbers are the offsets of read_text_file', async () => {
  const found = await search({ path: 'b.docx' });
  const line = found.files[0]?.lines?.[0]?.line ?? 0;
  const { content } = await call(dir.server, 'read_text_file', {
    path: 'b.docx',
    offset: line,
    limit: 1,
  });
  expect(content[0]?.text).toMatch(/[Rr]eport/);
});

test('pages of any size add up to one search', async () => {
  const linesOf = ({ files }: Found): string[] =>
    files.flatMap(({ path, lines = [] }) => lines.map(({ line }) => `${path}:${line}`));
  const whole = linesOf(await search({}));
  for (const maxMatches of [1, 2, 3]) {
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({ maxMatches, ...(cursor === undefined ? {} : { cursor }) });
      expect(linesOf(page).length).toBeLessThanOrEqual(maxMatches);
      pages.push(...linesOf(page));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(pages).toEqual(whole);
  }
});
