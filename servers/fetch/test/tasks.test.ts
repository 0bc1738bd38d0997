// Common web requests to an assistant, in the fewest calls and tokens: tasks 8 to 12 of a user's review.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lines, pdf } from './pdf.ts';
import { folderOfFile, useInFile } from './setup.ts';

const FILLER = 'The ships of the harbour sail with the tide and come back with the next one.';
/** Forty pages, one sentence that matters. */
const REPORT = pdf(
  Array.from({ length: 40 }, (_, at) =>
    lines(
      `Page ${at + 1}`,
      ...Array.from({ length: 15 }, () => FILLER),
      at === 30 ? 'The fee is 12 euros.' : '',
    ),
  ),
);
const MENU = Array.from({ length: 30 }, (_, at) => `<li><a href="/menu/${at}">Menu ${at}</a>`).join('');
const shop = (name: string, price: number): string =>
  `<nav><ul>${MENU}</ul></nav><main><h1>${name}</h1><p>A saw costs ${price} euros.</p></main>`;

const folder = folderOfFile();
const { client, origin } = await useInFile(
  {
    '/report.pdf': { type: 'application/pdf', body: REPORT },
    '/a': shop('A', 12),
    '/b': shop('B', 14),
    '/c': shop('C', 9),
  },
  { 'save-dir': folder },
);

/** Makes a call within this number of tokens, at about four characters each. Returns its texts. */
const call = async (name: string, args: object, mostTokens: number): Promise<string> => {
  const { content, isError } = await client.request('tools/call', { name, arguments: args });
  expect(isError).toBeUndefined();
  const text = (content as { text?: string }[])
    .map((block) => block.text ?? JSON.stringify(block))
    .join('\n');
  expect(Math.ceil(text.length / 4)).toBeLessThanOrEqual(mostTokens);
  return text;
};

test('one sentence of a PDF of forty pages: one call, 110 tokens, where the text has 13,000', async () => {
  const found = await call('fetch', { url: `${origin}/report.pdf`, find: 'fee' }, 110);
  expect(found).toContain('The fee is 12 euros.');
  expect(found).toMatch(/^"fee", 1 in the \d{5} characters of /);
});

test('summarise the PDF: two calls of 10,000 tokens at most, as much as a result may have', async () => {
  const url = `${origin}/report.pdf`;
  const first = await call('fetch', { url, max_length: 40_000 }, 10_000);
  const cursor = /^\[Characters .* continue with fetch, cursor: ([\w.-]+)\]\n/.exec(first)?.[1];
  const rest = await call('fetch', { url, max_length: 40_000, cursor }, 10_000);
  expect(first).toContain('Page 1');
  expect(rest).toContain('Page 40');
  expect(rest).not.toContain('continue with fetch');
});

test('read these three pages and compare: one call, 80 tokens', async () => {
  const urls = ['a', 'b', 'c'].map((name) => `${origin}/${name}`);
  const pages = await call('fetch_many', { urls }, 80);
  expect([...pages.matchAll(/costs (\d+) euros/g)].map(([, price]) => price)).toEqual(['12', '14', '9']);
});

test('the links of this page: one call, 400 tokens for thirty of them', async () => {
  const list = await call('fetch', { url: `${origin}/a`, include: ['links'] }, 400);
  expect(list.match(/^- Menu \d+: http/gm)).toHaveLength(30);
});

test('download this file: one call, 90 tokens', async () => {
  const answer = await call('fetch', { url: `${origin}/report.pdf`, save_to: 'report.pdf' }, 90);
  expect(answer).toContain(`application/pdf, ${REPORT.length} bytes, sha256 `);
  expect(readFileSync(join(folder, 'report.pdf'))).toEqual(REPORT);
});
