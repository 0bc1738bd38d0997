// A page of a megabyte, the same in every run, built like a long article or a reference.

const size = 1_000_000;
/** Headings in the first and the last section. */
export const firstHeading = 'Section 0 of the article';
export const lastHeading = 'The end of the article';

const words =
  'the server reads a line and answers with what it found while others wait for their turn to be told'.split(
    ' ',
  );

function sentence(seed: number): string {
  const text = Array.from({ length: 14 }, (_, n) => words[(seed * 7 + n * 5) % words.length]).join(' ');
  return `Number ${seed}: ${text}, with <a href="/page/${seed}?a=1&amp;b=2">a link</a>, <em>stress</em> and <code>code()</code>.`;
}

const paragraph = (seed: number): string =>
  `<p>${Array.from({ length: 5 }, (_, n) => sentence(seed * 5 + n)).join(' ')}</p>`;

function section(n: number): string {
  const items = Array.from({ length: 8 }, (_, i) => `<li>Item ${i} <strong>of ${n}</strong></li>`).join('');
  const rows = Array.from(
    { length: 10 },
    (_, i) => `<tr><td>${i}</td><td>name ${n * i}</td><td>${i * 3.5}</td></tr>`,
  );
  const code = Array.from({ length: 12 }, (_, i) => `const value${i} = compute(${n}, a &lt; b);`).join('\n');
  return [
    `<h2 id="s${n}">Section ${n} of the article</h2>`,
    ...[0, 1, 2, 3].map((i) => paragraph(n * 4 + i)),
    `<ul>${items}</ul><blockquote>${paragraph(n)}</blockquote>`,
    `<table><thead><tr><th>#</th><th>Name</th><th>Size</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    `<pre><code class="language-js">${code}</code></pre>`,
  ].join('\n');
}

const navigation = (count: number): string =>
  `<nav><ul>${Array.from({ length: count }, (_, n) => `<li><a href="/nav/${n}">Place ${n}</a></li>`).join('')}</ul></nav>`;

export function makePage(): string {
  const head = '<meta charset="utf-8"><title>A long article</title><script>var a = 1;</script>';
  const parts = [`<!doctype html><html lang="en"><head>${head}</head><body>${navigation(80)}<main><article>`];
  parts.push('<h1>A long article</h1>');
  let length = 0;
  for (let n = 0; length < size; n++) {
    const part = section(n);
    parts.push(part);
    length += part.length;
  }
  parts.push(`<h2>${lastHeading}</h2>${paragraph(1)}</article></main><footer>${navigation(40)}</footer>`);
  return `${parts.join('\n')}</body></html>`;
}
