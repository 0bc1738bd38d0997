// Shapes of pages as they are found on the web, with the Markdown that they give: see corpus/*.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage } from '../../src/page/read-page.ts';
import type { Format } from '../../src/page/text.ts';

const folder = join(import.meta.dirname, 'corpus');
const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
const url = 'https://example.com/docs/page.html';

const read = (html: string, format: Format = 'markdown') =>
  readPage({ body: Buffer.from(html), contentType: 'text/html; charset=utf-8', kind: 'html', url, format });

test.each(names)('%s', async (name) => {
  const html = readFileSync(join(folder, name), 'utf8');
  const { text } = read(html);
  await expect(`${text}\n`).toMatchFileSnapshot(join(folder, name.replace('.html', '.md')));
});

test('a page that is nothing but a menu is shown', () => {
  const html = '<html><body><nav><ul><li><a href="/a">A</a></ul></nav></body></html>';
  expect(read(html).text).toBe('- [A](https://example.com/a)');
  expect(read(html, 'text').text).toBe('- A');
});

test('a page that is nested very deep is read as a whole', () => {
  const html = `<html><body>${'<div>'.repeat(5000)}deep`;
  expect(read(html)).toMatchObject({
    text: 'deep',
    extraction: { method: 'whole' },
  });
});

test('menus around an article are not part of it', () => {
  const html = '<html><body><nav><a href="/">Home</a></nav><p>Text.</p><footer>Legal</footer></body></html>';
  expect(read(html).text).toBe('Text.');
});

test('plain text has no marks', () => {
  const html =
    '<h1>A</h1><p><b>b</b> <a href="/c">c</a><ul><li>d</ul><table><tr><th>e<th>f<tr><td>g<td>h</table>';
  expect(read(html, 'text').text).toBe('A\n\nb c\n\n- d\n\ne\tf\ng\th');
});

test('a page that is made by scripts is empty, and says so', () => {
  const html =
    '<!doctype html><html><body><div id="root"></div><script src="/app.js"></script></body></html>';
  expect(read(html)).toMatchObject({
    text: '',
    extraction: { method: 'whole', fallback: 'empty' },
  });
});
