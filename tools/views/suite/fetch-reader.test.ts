// The reader of the fetch server in a browser.
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite } from '../src/scenes/site.ts';
import type { Show } from '../src/bed.ts';
import { expectAccessible, testAccessibility, type Look } from './accessible.ts';
import { callOf, heading, SCRIPT, status, useStage } from './stage.ts';
import { testWidths } from './widths.ts';

const open = useStage();
let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite(PAGES);
});
afterAll(() => site.end());

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><article><h1>${title}</h1>${body}</article></html>`;
const paragraph = 'The sea comes and goes twice a day, and nobody has ever seen it do anything else. ';
const chapters = Array.from(
  { length: 60 },
  (_, at) => `<h2>Chapter ${at + 1}</h2><p>${paragraph.repeat(20)}</p><p>The end of ${at + 1}.</p>`,
);

const asText = (html: string): string => html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const HOSTILE = page(
  'Bad &lt;b&gt;page&lt;/b&gt;',
  `<h2>Head ${asText(SCRIPT)}</h2><p>Said: ${asText(SCRIPT)}</p><p>abc\u202edef</p>
   <p><a href="http://evil.example/login">https://bank.example/</a> <a href="javascript:alert(1)">run</a>
   <a href="data:text/html,x">data</a></p>
   <p><img src="http://evil.example/track.png" alt="A ${asText('<b>bold</b>')} claim"></p>
   <pre><code>${asText(SCRIPT)}</code></pre><h2></h2>
   <p>[Go on](javascript:alert(2)) ![p](http://evil.example/track.png) &amp;lt;u&amp;gt;</p>`,
);
const STAIRS = page('Stairs', `${'<blockquote>'.repeat(300)}<p>At the bottom</p>`);
const WORDS = page('Words', `<p>${'_a'.repeat(40_000)}</p><p>The end.</p>`);

const MARKDOWN = [
  '# Notes *of* a `reader`',
  `Raw ${SCRIPT} and <b onclick="alert(1)">bold</b>, x<sup>2</sup>, &lt;i&gt; &#x202e; &copy;`,
  '[run](javascript:alert(1)) [data](data:text/html,x) [file](file:///etc/passwd) [near](other.md)',
  '[safe](https://good.example/a?b=1&amp;c=2 "title") <https://auto.example/x> ![map](https://evil.example/p.png)',
  '[ref][1]\n\n[1]: javascript:alert(2)',
  `<div>\n${SCRIPT}\n</div>`,
  '3. third\n4. fourth\n   - [x] done\n   - [ ] open',
  '| a | b |\n|:--|--:|\n| 1 | **2** |',
  '> quoted\n> > twice',
  '```html\n</script><script>alert(3)</script>\n```',
  '###### deep\n\n## after',
].join('\n\n');

/** Texts that make Markdown parsers slow or recurse deeply. */
const CHOKING: { readonly [name: string]: string } = {
  quotes: '>'.repeat(20_000),
  lists: `${'- '.repeat(10_000)}a`,
  numbers: '1. '.repeat(10_000),
  brackets: '['.repeat(30_000),
  links: '[a]('.repeat(20_000),
  stars: '*a **b '.repeat(10_000),
  lows: '_a'.repeat(40_000),
  both: '**a__b'.repeat(10_000),
  code: `a ${'`'.repeat(30_000)}a`,
  tags: '<a '.repeat(30_000),
  headings: '# a\n'.repeat(20_000),
  table: `${'|a'.repeat(3000)}\n${'|-'.repeat(3000)}\n${'|b'.repeat(3000)}`,
};

const PAGES = {
  'http://sea.example/notes.md': { type: 'text/markdown', body: MARKDOWN },
  ...Object.fromEntries(
    Object.entries(CHOKING).map(([name, body]) => [
      `http://sea.example/${name}.md`,
      { type: 'text/markdown', body },
    ]),
  ),
  'http://sea.example/long': page('The sea', chapters.join('')),
  'http://sea.example/hostile': HOSTILE,
  'http://sea.example/stairs': STAIRS,
  'http://sea.example/words': WORDS,
};

const show = (path: string, args: object = {}): Show =>
  callOf(
    'fetch',
    ['--allow-cidr', '0.0.0.0/0,::/0', '--proxy-url', site.proxy],
    ['fetch', { url: `http://sea.example/${path}`, ...args }],
  );

const outline = (view: Frame) =>
  view.getByRole('navigation', { name: 'Outline' }).getByRole('button').allTextContents();

const linksIn = (view: Frame) => view.locator('.markdown').getByRole('link');

test('shows the page that was fetched, with its outline', async () => {
  const { view } = await open(show('long'), { heading: 'The sea' });
  expect(await view.locator('.source').textContent()).toBe('http://sea.example/long');
  expect((await outline(view)).slice(0, 3)).toEqual(['The sea', 'Chapter 1', 'Chapter 2']);
  expect(await view.locator('h3').first().textContent()).toBe('Chapter 1');
});

test('the outline leads to headings, by mouse and by keyboard', async () => {
  const { view, page: host } = await open(show('long', { max_length: 30_000 }));
  const focused = () => view.evaluate(() => document.activeElement?.textContent);
  /** Relative to the window of the host. */
  const top = async (name: string) =>
    (await view.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? Number.NaN;
  expect(await top('Chapter 9')).toBeGreaterThan(1000);
  await view.getByRole('button', { name: 'Chapter 9', exact: true }).click();
  await expect.poll(focused).toBe('Chapter 9');
  expect(await top('Chapter 9')).toBeLessThan(700);
  expect(await top('Chapter 9')).toBeGreaterThan(-1);
  await view.getByRole('button', { name: 'Chapter 2', exact: true }).focus();
  await host.keyboard.press('Enter');
  await expect.poll(focused).toBe('Chapter 2');
  expect(await top('Chapter 2')).toBeLessThan(700);
  expect(await top('Chapter 2')).toBeGreaterThan(-1);
  // Only the host scrolls.
  const isTall = (element: Element): boolean => element.scrollHeight > element.clientHeight;
  for (const part of ['.page', '.outline']) expect(await view.locator(part).evaluate(isTall)).toBe(false);
});

test('reads on by the continuation of the tool, until all is there once', async () => {
  const { view } = await open(show('long'));
  const more = view.getByRole('button', { name: 'Read on' });
  await expect.poll(() => more.count()).toBe(1);
  expect(await view.getByRole('group', { name: 'Page' }).textContent()).toMatch(/5,000 of [\d,]+ characters/);
  for (let part = 0; part < 10 && (await more.count()) > 0; part++) {
    const before = (await outline(view)).length;
    await more.click();
    await expect.poll(async () => (await outline(view)).length).toBeGreaterThan(before);
  }
  const expected = Array.from({ length: 60 }, (_, at) => `The end of ${at + 1}.`);
  const ends = await view.locator('p', { hasText: /^The end of \d+\.$/ }).allTextContents();
  expect(ends).toEqual(expected);
  const text = await view.locator('.markdown').textContent();
  expect(text).not.toMatch(/continue with fetch|Contents of/);
});

test('says why it cannot go on, and keeps what is there', async () => {
  const { view, page: host, takeProblems } = await open(show('long'));
  await expect.poll(async () => (await outline(view)).length).toBeGreaterThan(1);
  await host.route('**/pipe/**', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await view.getByRole('button', { name: 'Read on' }).click();
  await expect.poll(() => status(view)).toMatch(/does not take messages: 503/);
  expect(takeProblems().join()).toContain('503');
  expect((await outline(view))[1]).toBe('Chapter 1');
});

test('a hostile page is text: nothing of it runs, loads, or hides where a link leads', async () => {
  const { view, page: host } = await open(show('hostile'), { heading: 'Bad <b>page</b>' });
  const text = (await view.locator('.markdown').textContent()) ?? '';
  expect(text).toContain(`Said: ${SCRIPT}`);
  // The server removes it before the text reaches the page.
  expect(text).not.toContain('\u202e');
  expect(text).toContain('abcdef');
  expect(text).toContain('[A <b>bold</b> claim]');
  expect(text).toContain('&lt;u&gt;');
  expect((await outline(view))[1]).toBe(`Head ${SCRIPT}`);
  expect(await view.locator('a, img, b, u, .markdown script').count()).toBe(0);
  const links = linksIn(view);
  expect(await links.allTextContents()).toEqual([
    'https://bank.example/ evil.example',
    'http://evil.example/track.png',
  ]);
  expect(await links.first().getAttribute('title')).toBe('http://evil.example/login');
  expect(await host.evaluate(() => 'hacked' in window)).toBe(false);
});

test('a link is opened by the host, and only when it is used', async () => {
  const opened = await open(show('hostile'));
  const { view, page: host } = opened;
  await host.context().route('http://evil.example/**', (route) => route.fulfill({ body: 'opened' }));
  await linksIn(view).first().focus();
  const popup = host.waitForEvent('popup', { timeout: 20_000 });
  await host.keyboard.press('Enter');
  const there = await popup;
  await there.waitForURL('http://evil.example/login', { timeout: 20_000 });
  expect(await heading(view)).toBe('Bad <b>page</b>');
});

test('the address of the page is a link, too', async () => {
  const { view, page: host } = await open(show('long'), { heading: 'The sea' });
  await host.context().route('http://sea.example/**', (route) => route.fulfill({ body: 'opened' }));
  await view.getByRole('link', { name: 'http://sea.example/long', exact: true }).focus();
  const popup = host.waitForEvent('popup', { timeout: 20_000 });
  await host.keyboard.press('Enter');
  const there = await popup;
  await there.waitForURL('http://sea.example/long', { timeout: 20_000 });
  expect(await heading(view)).toBe('The sea');
});

test('finds text across the marks of Markdown, by the keyboard alone', async () => {
  const { view, page: host } = await open(show('notes.md'));
  await view.getByRole('searchbox', { name: /^Find/ }).focus();
  await host.keyboard.type('notes of a reader');
  const found = () => view.locator('.find [aria-live]').textContent();
  await expect.poll(found).toBe(' 1 of 1');
  expect(await view.evaluate(() => CSS.highlights.get('found')?.size)).toBe(1);
  await host.keyboard.type('s');
  await expect.poll(found).toBe(' Not found');
});

test.each(['stairs', 'words'])('a page that is made to choke readers is shown: %s', async (path) => {
  const { view } = await open(show(path, { max_length: 100_000 }));
  await expect.poll(() => view.locator('.page').textContent()).toMatch(/At the bottom|_a_a_a/);
});

test('Markdown of a site is shown as Markdown, and what could do harm as text', async () => {
  const opened = await open(show('notes.md'));
  const { view, page: host } = opened;
  await expect.poll(() => outline(view)).toEqual(['Notes of a reader', 'deep', 'after']);
  const text = (await view.locator('.markdown').textContent()) ?? '';
  for (const part of [
    `Raw ${SCRIPT} and <b onclick="alert(1)">bold</b>, x2, <i> \\u202e ©`,
    'run (javascript:alert(1)) data (data:text/html,x) file (file:///etc/passwd) near (other.md)',
    '[map]',
    'ref (javascript:alert(2))',
    '☑ done',
    '</script><script>alert(3)</script>',
  ])
    expect(text).toContain(part);
  expect(await linksIn(view).allTextContents()).toEqual(['safe good.example', 'https://auto.example/x']);
  expect(await linksIn(view).first().getAttribute('title')).toBe('https://good.example/a?b=1&c=2');
  expect(await view.locator('ol').last().getAttribute('start')).toBe('3');
  expect(await view.locator('.markdown :is(a, img, b, i, div:not(.wide), script, iframe)').count()).toBe(0);
  expect(await view.locator('sup').textContent()).toBe('2');
  expect(await host.evaluate(() => 'hacked' in window)).toBe(false);
  await expectAccessible(view);
});

test.each(Object.entries(CHOKING))(
  'Markdown that is made to choke readers is shown: %s',
  async (name, body) => {
    const { view } = await open(show(`${name}.md`, { max_length: 100_000 }));
    await expect
      .poll(async () => ((await view.locator('.page').textContent()) ?? '').length)
      .toBeGreaterThan(100);
    expect(body.length).toBeGreaterThan(10_000);
  },
);

test('shows what is not Markdown as it is', async () => {
  const { view } = await open(show('hostile', { raw: true, include: ['metadata'] }));
  await expect
    .poll(() => view.locator('.page pre').textContent())
    .toBe(
      // The metadata are in another block.
      `${HOSTILE.replace('\u202e', '')}\n`,
    );
  expect(await view.locator('pre').last().textContent()).toMatch(/^Metadata:\n/);
});

const look = (path: string): Look => ({
  show: show(path),
  act: ({ view }) => expect.poll(async () => (await outline(view)).length).toBeGreaterThan(0),
});
testAccessibility(open, () => ({ long: look('long'), hostile: look('hostile') }));
testWidths(open, () => ({ long: look('long') }));
