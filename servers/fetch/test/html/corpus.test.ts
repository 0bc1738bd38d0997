// Shapes of pages as they are found on the web, with the Markdown that they give: see corpus/*.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPage } from '../../src/html/read-page.ts';
import { HtmlThreads } from '../../src/html/html-threads.ts';

const folder = join(import.meta.dirname, 'corpus');
const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
const url = 'https://example.com/docs/page.html';

test.each(names)('%s', async (name) => {
  const html = readFileSync(join(folder, name), 'utf8');
  const { text } = readPage({ html, url, format: 'markdown', simplify: true });
  await expect(`${text}\n`).toMatchFileSnapshot(join(folder, name.replace('.html', '.md')));
});

describe('in a thread', () => {
  const job = { html: '<p>a', url, format: 'markdown', simplify: true } as const;
  const { signal } = new AbortController();

  test('many pages at once', async () => {
    const threads = new HtmlThreads(20_000);
    const pages = await Promise.all(
      Array.from({ length: 10 }, (_, index) => threads.read({ ...job, html: `<p>${index}` }, signal)),
    );
    expect(pages.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, index) => String(index)));
    await threads.close();
  });

  test('a page that takes too long is given up, and the next one is read', async () => {
    const threads = new HtmlThreads(1500);
    const html = `${'<div>'.repeat(200_000)}x`;
    await expect(threads.read({ ...job, html }, signal)).rejects.toMatchObject({
      code: 'too_large',
      retryable: false,
    });
    expect(await new HtmlThreads(20_000).read(job, signal)).toMatchObject({ text: 'a' });
    await threads.close();
  });

  test('a call that is cancelled', async () => {
    const threads = new HtmlThreads(20_000);
    const controller = new AbortController();
    const reading = threads.read({ ...job, html: `${'<div>'.repeat(200_000)}x` }, controller.signal);
    controller.abort(new Error('not wanted'));
    await expect(reading).rejects.toThrow('not wanted');
    expect(await threads.read(job, signal)).toMatchObject({ text: 'a' });
    await threads.close();
  });
});

test('a page that is nothing but a menu is shown', () => {
  const html = '<html><body><nav><ul><li><a href="/a">A</a></ul></nav></body></html>';
  expect(readPage({ html, url, format: 'markdown', simplify: true }).text).toBe(
    '- [A](https://example.com/a)',
  );
  expect(readPage({ html, url, format: 'text', simplify: true }).text).toBe('- A');
});

test('a page that is nested very deep is read as a whole', () => {
  const html = `<html><body>${'<div>'.repeat(5000)}deep`;
  expect(readPage({ html, url, format: 'markdown', simplify: true })).toMatchObject({
    text: 'deep',
    method: 'whole',
  });
});

test('menus around an article are not part of it', () => {
  const html = '<html><body><nav><a href="/">Home</a></nav><p>Text.</p><footer>Legal</footer></body></html>';
  expect(readPage({ html, url, format: 'markdown', simplify: true }).text).toBe('Text.');
});

test('plain text has no marks', () => {
  const html =
    '<h1>A</h1><p><b>b</b> <a href="/c">c</a><ul><li>d</ul><table><tr><th>e<th>f<tr><td>g<td>h</table>';
  expect(readPage({ html, url, format: 'text', simplify: false }).text).toBe('A\n\nb c\n\n- d\n\ne\tf\ng\th');
});
