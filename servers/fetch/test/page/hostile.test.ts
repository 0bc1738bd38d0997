// HTML that wants to show a model something else than a person, to break the Markdown, or to keep the server busy.
import { describe, expect, test } from 'vitest';
import { readPage } from '../../src/page/read-page.ts';
import type { Format } from '../../src/page/text.ts';

const url = 'https://example.com/docs/page.html';

const read = (html: string, format: Format = 'markdown') =>
  readPage({ body: Buffer.from(html), contentType: 'text/html; charset=utf-8', kind: 'html', url, format });

describe('what a person does not see', () => {
  test.each([
    '<p hidden>obey</p>',
    '<p HIDDEN=until-found>obey</p>',
    '<div style="DISPLAY : none !important">obey</div>',
    '<span style="color:red;visibility:hidden">obey</span>',
    '<span style="opacity:0">obey</span>',
    '<b style="font-size: 0px">obey</b>',
    '<b style="font-size:.01px">obey</b>',
    '<b style="opacity:.0; color:red">obey</b>',
    '<b style="display:/**/none">obey</b>',
    '<p style="position:absolute; left: -9999px">obey</p>',
    '<p style="text-indent:-999em">obey</p>',
    '<p style="position:absolute;clip:rect(0, 0, 0, 0)">obey</p>',
    '<p style="height:1px;width: 0; overflow : hidden">obey</p>',
    '<p style="transform:scale(0)">obey</p>',
    '<div aria-hidden=true><p>obey</div>',
    '<div aria-hidden="TRUE"><p>obey</div>',
    ...[
      'font:0/0 a',
      'font:italic 0px serif',
      'color:transparent',
      'color:#fff0',
      'color:#00000000',
      'color:rgba(0, 0, 0, 0)',
      'color:rgb(0 0 0 / 0%)',
      'color:white;background:#fff',
      'background-color:rgb(255, 255, 255);color:#FFFFFF !important',
      'left:-999px',
      'left:-100vw',
      'inset:-9999px auto auto',
      'transform:translateX(-9999px)',
      'transform:translate(0, -200vh)',
      'clip-path:inset(50%)',
      'clip-path:circle(0)',
      'clip-path:polygon(0 0, 0 0, 0 0)',
      'scale:0',
      'zoom:0',
      'transform:scaleY(0)',
      'content-visibility:hidden',
      'width:1px;height:1px;overflow:hidden',
      String.raw`display:n\6fne`,
      String.raw`d\isplay:none`,
      'opacity:1%',
    ].map((style) => `<p style="${style}">obey</p>`),
    '<!-- obey --><script>obey()</script><style>obey{}</style><template>obey</template><noscript>obey</noscript>',
    '<script type="math/tex">obey</script><script type="math/tex; mode=display">mathjax obey</script>',
    '<svg><text>obey</text></svg><iframe srcdoc="obey">obey</iframe><object>obey</object>',
    '<textarea>obey</textarea><select><option>obey</select><button>obey</button><dialog>obey</dialog>',
    '<title>obey</title><meta name=obey content=obey>',
    '<div hidden><div></div><p>obey</div>',
    `${'<div>'.repeat(600)}<p hidden>obey</p>${'</div>'.repeat(600)}`,
  ])('%j', (hidden) => {
    for (const format of ['markdown', 'text', 'html'] as const)
      expect(read(`<body><p>before</p>${hidden}<p>after</p></body>`, format).text).not.toContain('obey');
  });

  test('and what is only styled is seen', () => {
    for (const style of [
      'opacity:0.5',
      'font-size:10px;left:-10px',
      'overflow:hidden;height:10px',
      'transform:scale(0.9)',
      'background:url(display:none)',
      'font:10px serif',
      'font:bold 0.9em serif',
      'color:#fff',
      'color:white;background:black',
      'color:#f00',
      'color:#1230ff',
      'color:rgba(0, 0, 0, 0.6)',
      'left:-100px',
      'transform:translateX(-50%)',
      'clip-path:inset(10%)',
      'clip-path:polygon(0 0, 100% 0, 100% 100%)',
      'zoom:0.5',
      'width:1px;height:10px',
      'opacity:40%',
    ])
      expect(read(`<p style="${style}">seen</p>`).text).toBe('seen');
  });

  test('characters that cannot be seen, also written as entities', () => {
    const tags = Array.from('obey', (letter) => `&#${0xe0000 + letter.charCodeAt(0)};`).join('');
    const page = read(
      `<title>T&#x202E;itle</title><p>a${tags}b&#8203;c&shy;d&ZeroWidthSpace;e<a href="/x" rel="&#x200B;r">l&#x2066;</a></p>`,
    );
    expect(page.text).toBe('abcde[l](https://example.com/x)');
    expect(page.title).toBe('Title');
    expect(page.links).toEqual(['- l: https://example.com/x (rel r)']);
  });
});

describe('Markdown that is not of this server', () => {
  test.each([
    ['text that looks like a link', '<p>[a](http://evil.test)', '\\[a\\](http://evil.test)'],
    ['a link in a formula', '<p>$$[a](http://evil.test)$$', '$$\\[a\\](http://evil.test)$$'],
    ['an element in a formula', '<p>$$&lt;b&gt;$$', '$$\\<b>$$'],
    [
      'a label that ends too soon',
      '<a href="/x">a](http://evil.test) [b</a>',
      '[a\\](http://evil.test) \\[b](https://example.com/x)',
    ],
    [
      'an address that ends too soon',
      '<a href="/x)[b](http://evil.test">a</a>',
      '[a](https://example.com/x%29[b]%28http://evil.test)',
    ],
    ['an escape in text', '<p>\\_a \\&lt;b&gt; \\b C:\\', '\\\\\\_a \\\\\\<b> \\b C:\\\\'],
    ['an escape before a mark', '<p>a\\<b>b\\ </b>', 'a\\\\**b\\\\**'],
    ['a label that ends with an escape', '<a href="/x">a\\ </a>', '[a\\\\](https://example.com/x)'],
    [
      'a line of a cell that ends with an escape',
      '<table><tr><th>a<th>b<tr><td><p>c\\ <p>d<td>e',
      '| a | b |\n| --- | --- |\n| c\\\\<br>d | e |',
    ],
    ['HTML in text', '<p>&lt;img src=x onerror=obey()&gt;', '\\<img src=x onerror=obey()>'],
    ['a fence in code', '<pre>```\n# obey</pre>', '````\n```\n# obey\n````'],
    ['a heading in text', '<p># obey', '\\# obey'],
    ['a line under text', '<p>a<br>--<br>b<br>=<br>c', 'a  \n\\--  \nb  \n\\=  \nc'],
    ['a fence in text', '<p>~~~<p># obey', '\\~\\~\\~\n\n\\# obey'],
    ['text that would be struck out', '<p>~~a~~ ~b', '\\~\\~a\\~\\~ ~b'],
    [
      'an entity in text',
      '<p>&amp;lt;b&amp;gt; &amp;#91; A&amp;B; C & D',
      '\\&lt;b\\&gt; \\&#91; A\\&B; C & D',
    ],
    ['a heading that ends with signs', '<h2>C #</h2>', '## C \\#'],
    ['a list from far away', '<ol start=1e300><li>a<li value=7>b<li>c</ol>', '1. a\n7. b\n8. c'],
    ['a line behind a quote', '<blockquote><pre>a&#13;# obey\rb</pre>', '> ```\n> a\n> # obey\n> b\n> ```'],
    ['a line behind a list', '<ul><li><pre>a&#13;# obey</pre>', '- ```\n  a\n  # obey\n  ```'],
    ['a list in text', '<p>1. obey<br>- obey', '1\\. obey  \n\\- obey'],
    [
      'a row in a cell',
      '<table><tr><th>a<th>b<tr><td>c | d<br>e<td>f</table>',
      '| a | b |\n| --- | --- |\n| c \\| d<br>e | f |',
    ],
  ])('%s', (_name, html, text) => {
    expect(read(html).text).toBe(text);
  });

  test.each([
    'javascript:obey()',
    'data:text/html,obey',
    'vbscript:obey',
    ' java\nscript:obey()',
    'file:///obey',
    'blob:x',
  ])('a link to %j is text', (href) => {
    const page = read(`<p><a href="${href}">a</a> <img alt="b" src="${href}"></p>`);
    expect(page).toMatchObject({ text: 'a b', links: [] });
    expect(read(`<p><a href="${href}">a</a></p>`, 'html').text).not.toContain('obey');
  });

  test('a base that leads elsewhere counts as in a browser, one that leads nowhere does not', () => {
    expect(read('<base href="https://cdn.example/x/"><a href="y">a</a>').text).toBe(
      '[a](https://cdn.example/x/y)',
    );
    expect(read('<base href="javascript:obey()"><a href="y">a</a>').text).toBe(
      '[a](https://example.com/docs/y)',
    );
  });
});

describe('work without end', () => {
  // Each would take minutes or all memory if its time grew with the square of its size.
  test.each([
    ['nested tags', '<div>'.repeat(20_000)],
    ['nested formatting', '<b><i>'.repeat(10_000)],
    ['tags that are never closed', '<div>'.repeat(490_000)],
    ['text in quotes that are never closed', '<blockquote>x'.repeat(100_000)],
    ['end tags without a begin', `${'<b>'.repeat(490_000)}${'</i>'.repeat(500_000)}`],
    // As in browsers, each paragraph has up to eight elements of it.
    ['formatting that is never closed', '<p><b><i>a'.repeat(20_000)],
    ['drawings in drawings', `${'<svg>'.repeat(300_000)}${'</svg>'.repeat(300_000)}`],
    ['forms in forms', `${'<div>'.repeat(200_000)}${'<form><img>'.repeat(200_000)}`],
    ['nested lists', '<ul><li>'.repeat(5000)],
    ['nested tables', '<table><tr><td>'.repeat(3000)],
    ['nested quotes', '<blockquote>'.repeat(5000)],
    ['siblings', '<p>a'.repeat(50_000)],
    ['line breaks', 'a<br>'.repeat(50_000)],
    ['line breaks in a row', `<p>a${'<br>'.repeat(300_000)}b`],
    ['attributes', `<p ${Array.from({ length: 50_000 }, (_, index) => `a${index}=1`).join(' ')}>a`],
    ['a long attribute', `<p style="${';'.repeat(500_000)}" class="${' '.repeat(500_000)}">a`],
    ['ticks', `<code>${'`'.repeat(200_000)}</code>`],
    ['spaces', `<p>${' '.repeat(500_000)}a`],
    ['opening brackets', '<'.repeat(500_000)],
    ['a table of one row', `<table><tr>${'<td>a'.repeat(20_000)}</table>`],
    [
      'spaces in the code of a cell',
      `<table><tr><th>a<td><pre>${' '.repeat(400_000)}b</pre><tr><td>c</table>`,
    ],
    ['spans', '<table><tr><td colspan=1000 rowspan=65534>a<tr><td>b</table>'.repeat(200)],
    ['names of properties', '<p __proto__=1 constructor=2 tostring=3>a</p><constructor>b</constructor>'],
  ])('%s', (_name, html) => {
    for (const format of ['markdown', 'text'] as const)
      expect(read(`<body>${html}x`, format).text.length).toBeGreaterThan(0);
  });

  test.each(['/*', ' ', '0', 'opacity:0', '.0', '*/'])('a style of %j', (part) => {
    expect(read(`<p style="opacity:${part.repeat(300_000)}x">a</p><p>b`).text).toContain('b');
  });

  test.each([
    ['holes beside cells', `<tr>${'<td>h'.repeat(100)}${'<tr><td>x'.repeat(2000)}`],
    ['wide cells', '<tr><td>h<td>i<tr><td colspan=1000>x'.repeat(2000)],
    ['high cells', `<tr>${'<td rowspan=1000>h'.repeat(99)}${'<tr><td>x'.repeat(2000)}`],
  ])('a table of %s does not grow', (_name, rows) => {
    const { text } = read(`<table>${rows}</table>`);
    expect(text).toMatch(/x\n\nx\n\nx|x\n\nh\n\ni/);
    expect(text.length).toBeLessThan(rows.length);
  });

  test.each([
    ['blockquote', '<blockquote>'.repeat(400)],
    ['ul', '<ul><li>'.repeat(200)],
  ])('a deep %s does not make each line longer', (_name, start) => {
    const { text } = read(`${start}${'<p>x</p>'.repeat(2000)}`);
    expect(text.split('x').length).toBe(2001);
    expect(text.length).toBeLessThan(2000 * 100);
  });
});

describe('what would become too much', () => {
  const quotes = '<blockquote>'.repeat(16);
  const links = Array.from({ length: 9000 }, (_, index) => `<a href=${index}>a</a>`).join('');
  test.each([
    ['line feeds in quotes', `${quotes}<pre>${'\n'.repeat(9_000_000)}x`, '16000000 characters of text'],
    [
      'line feeds in lists',
      `${'<ol start=999999999><li>'.repeat(16)}<pre>${'a\n'.repeat(400_000)}x`,
      '16000000 characters of text',
    ],
    ['list items', '<li>a'.repeat(600_000), '500000 elements'],
    ['formatting that is never closed', '<p><b><i>a'.repeat(150_000), '500000 elements'],
    [
      'links with a long base',
      `<base href="http://site.test/${'a'.repeat(8000)}/">${links}`,
      '32000000 characters in its links',
    ],
  ])('%s', (_name, html, what) => {
    for (const format of ['markdown', 'text'] as const)
      expect(() => read(html, format)).toThrow(`The page has more than ${what}. Call again with raw: true`);
  });
});

test('a row of 150,000 cells is no table, and is read', () => {
  const { text } = read(`<table><tr>${'<td>a'.repeat(150_000)}`);
  expect(text).toHaveLength(449_998);
  expect(text.slice(0, 10)).toBe('a\n\na\n\na\n\na');
});
