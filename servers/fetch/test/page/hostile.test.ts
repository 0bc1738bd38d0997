// HTML that tries to show a model something other than a person sees, or to break the Markdown.
import { describe, expect, test } from 'vitest';
import { read } from './reading.ts';

describe('hidden from a user', () => {
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

  test('styled text is visible', () => {
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

  test('invisible characters, also written as entities', () => {
    const tags = Array.from('obey', (letter) => `&#${0xe0000 + letter.charCodeAt(0)};`).join('');
    const page = read(
      `<title>T&#x202E;itle</title><p>a${tags}b&#8203;c&shy;d&ZeroWidthSpace;e<a href="/x" rel="&#x200B;r">l&#x2066;</a></p>`,
    );
    expect(page.text).toBe('abcde[l](https://example.com/x)');
    expect(page.title).toBe('Title');
    expect(page.links).toEqual([{ text: 'l', url: 'https://example.com/x', rel: 'r' }]);
  });
});

describe('injected Markdown', () => {
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
  ])('a link to %j becomes text', (href) => {
    const page = read(`<p><a href="${href}">a</a> <img alt="b" src="${href}"></p>`);
    expect(page).toMatchObject({ text: 'a b', links: [] });
    expect(read(`<p><a href="${href}">a</a></p>`, 'html').text).not.toContain('obey');
  });

  test('a base to another site applies as in a browser, an invalid one does not', () => {
    expect(read('<base href="https://cdn.example/x/"><a href="y">a</a>').text).toBe(
      '[a](https://cdn.example/x/y)',
    );
    expect(read('<base href="javascript:obey()"><a href="y">a</a>').text).toBe(
      '[a](https://example.com/docs/y)',
    );
  });
});
