// Page structures found on the web, and their Markdown: see corpus/*.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read } from './reading.ts';

const folder = join(import.meta.dirname, 'corpus');
const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
test.each(names)('%s', async (name) => {
  const html = readFileSync(join(folder, name), 'utf8');
  const { text } = read(html);
  await expect(`${text}\n`).toMatchFileSnapshot(join(folder, name.replace('.html', '.md')));
});

/** Pages with comments that say what a reader must find, and what not. */
const listIn = (html: string, name: string): readonly string[] =>
  new RegExp(`<!-- ${name}: (.*?) -->`).exec(html)?.[1]?.split(' | ') ?? [];

test('no fact of a page is lost, and no noise remains', () => {
  const pages = names.map((name) => ({ name, html: readFileSync(join(folder, name), 'utf8') }));
  const listed = pages.filter(({ html }) => html.includes('<!-- facts:'));
  const problems = listed.flatMap(({ name, html }) => {
    const text = read(html)
      .text.replaceAll(/[\\*]|\]\([^)]*\)|\[/g, '')
      .replaceAll(/\s+/g, ' ');
    return [
      ...listIn(html, 'facts').flatMap((fact) => (text.includes(fact) ? [] : [`${name}: lost ${fact}`])),
      ...listIn(html, 'noise').flatMap((noise) => (text.includes(noise) ? [`${name}: kept ${noise}`] : [])),
    ];
  });
  expect(problems).toEqual([]);
  expect(listed.length).toBeGreaterThanOrEqual(10);
});

test('a page that consists only of a menu is shown', () => {
  const html = '<html><body><nav><ul><li><a href="/a">A</a></ul></nav></body></html>';
  expect(read(html).text).toBe('- [A](https://example.com/a)');
  expect(read(html, 'text').text).toBe('- A');
});

test('a deeply nested page is read completely', () => {
  const html = `<html><body>${'<div>'.repeat(5000)}deep`;
  expect(read(html)).toMatchObject({
    text: 'deep',
    extraction: { method: 'whole' },
  });
});

test('menus around an article are omitted', () => {
  const html = '<html><body><nav><a href="/">Home</a></nav><p>Text.</p><footer>Legal</footer></body></html>';
  expect(read(html).text).toBe('Text.');
});

test('the title of a page is found above its main part', () => {
  const header = '<header><h1>The site</h1></header>';
  const main = '<div role="main"><p>Text.</p></div>';
  expect(read(`<body>${header}<div><h1>The page</h1></div>${main}</body>`).text).toBe('# The page\n\nText.');
  // It is unclear which of them is the title.
  expect(read(`<body><h1>A</h1><h1>B</h1>${main}</body>`).text).toBe('Text.');
});

test.each([
  [
    'a header with the only title, who wrote it and when',
    '<header id="title-block-header"><h1>T</h1><p class="author">Ann</p><p class="date">May</p></header><main><p>Text.</main>',
    '# T\n\nAnn\n\nMay\n\nText.',
  ],
  [
    'a header with the only title of a plain page',
    '<header><h1>T</h1>By Ann</header><p>Text.',
    '# T\n\nBy Ann\n\nText.',
  ],
  [
    'a caution beside the text',
    '<main><p>Text.<aside><p>Caution</p><p>Hot.</p></aside></main>',
    'Text.\n\nCaution\n\nHot.',
  ],
  [
    'who is quoted',
    '<article><p>Text.<blockquote><p>Quote.</p><footer><cite>Ann</cite></footer></blockquote></article>',
    'Text.\n\n> Quote.\n>\n> Ann',
  ],
  ['when an article was written', '<article><p>Text.<footer>1 May</footer></article>', 'Text.\n\n1 May'],
  ['questions that are buttons', '<h3><button>Why?</button></h3><p>So.', '### Why?\n\nSo.'],
  ['a dialog that is open', '<p>Text.<dialog open>Hello</dialog>', 'Text.\n\nHello'],
  [
    'a shadow root',
    '<p>Text.</p><x-y><template shadowrootmode="open"><p>Shadow.</p></template></x-y>',
    'Text.\n\nShadow.',
  ],
])('%s: included', (_name, html, text) => {
  expect(read(`<body>${html}</body>`).text).toBe(text);
});

test.each([
  [
    'other stories in the main part',
    '<main><article><p>Text. Text. Text. Text. Text.</article><section class="related"><h3>More</h3><a href="/a">A</a></section></main>',
  ],
  ['links beside the text', '<main><p>Text.<aside><h2>On this page</h2><a href="#a">A</a></aside></main>'],
  ['links below an article', '<article><p>Text.<footer><a href="/next">Next</a></footer></article>'],
  [
    'the header of a site with a page that has a title',
    '<header><h1>Site</h1></header><main><h1>T</h1></main>',
  ],
])('%s: omitted', (_name, html) => {
  expect(read(`<body>${html}</body>`).text).toMatch(/^(?:(?:Text\. ?)+|# T)$/);
});

test('a body hidden until a script shows it is read', () => {
  const html = '<html style="visibility:hidden"><body style="opacity:0"><p>Text.</p></body></html>';
  expect(read(html).text).toBe('Text.');
});

test.each([
  ['lines of code in a paragraph', '<p><code>a = 1<br>b = 2</code>', '`a = 1 b = 2`'],
  ['a path and a formula as text', String.raw`<p>C:\Users\x \frac{a}{b}`, String.raw`C:\Users\x \frac{a}{b}`],
  [
    'a note with a sign',
    '<p>Salt<sup><a href="#n">*</a></sup>, tea<sup><a href="#m">†</a></sup>',
    'Salt\\*, tea†',
  ],
  ['a note whose link is around', '<p>Salt<a href="#n"><sup>2</sup></a>', 'Salt\\[2\\]'],
  ['choices of a form', '<p>Size<label>42</label><input><label>43</label>', 'Size 42 43'],
  [
    'MathML without TeX',
    '<math><mfrac><mn>1</mn><mrow><mi>a</mi><mo>+</mo><mn>12</mn></mrow></mfrac> <mo>=</mo> ' +
      '<msqrt><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></msqrt></math>',
    '1/(a+12)=√(x_i^2)',
  ],
  [
    'MathJax 3',
    '<mjx-container class="MathJax"><mjx-math aria-hidden="true">x2</mjx-math><mjx-assistive-mml>' +
      '<math><msup><mi>x</mi><mn>2</mn></msup></math></mjx-assistive-mml></mjx-container>',
    'x^2',
  ],
  [
    'a formula of a wiki',
    String.raw`<p>With <img class="mwe-math-fallback-image-inline" src="/f.svg" alt="{\displaystyle a_{1}}">.`,
    'With $a_{1}$.',
  ],
  [
    'the languages of a wiki',
    '<main><h1>A</h1><div class="vector-dropdown mw-portlet mw-portlet-lang"><a href="/de">Deutsch</a></div></main>',
    '# A',
  ],
])('%s', (_name, html, text) => {
  expect(read(html).text).toBe(text);
});

test('in XHTML any element may be empty', () => {
  const xhtml =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><script src="/a.js" /><title/></head>' +
    '<body><a id="x"/><p>a<br/>b</p><p/><p>c</p></body></html>';
  expect(read(xhtml, 'markdown', 'application/xhtml+xml; charset=utf-8').text).toBe('a  \nb\n\nc');
  expect(read(xhtml).text).toBe('');
});

test('plain text has no markup', () => {
  const html =
    '<h1>A</h1><p><b>b</b> <a href="/c">c</a><ul><li>d</ul><table><tr><th>e<th>f<tr><td>g<td>h</table>';
  expect(read(html, 'text').text).toBe('A\n\nb c\n\n- d\n\ne\tf\ng\th');
});

test('a page written by scripts is empty, and says so', () => {
  const html =
    '<!doctype html><html><body><div id="root"></div><script src="/app.js"></script></body></html>';
  expect(read(html)).toMatchObject({
    text: '',
    extraction: { method: 'whole', fallback: 'empty' },
  });
});
