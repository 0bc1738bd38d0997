// HTML and Markdown that try to keep the server busy or exhaust its memory.
import { describe, expect, test } from 'vitest';
import { outlineOf } from '../../src/page/text.ts';
import { read } from './reading.ts';

describe('unbounded work', () => {
  // Each would take minutes or all memory if its cost grew quadratically.
  test.each([
    ['nested tags', '<div>'.repeat(20_000)],
    ['nested formatting', '<b><i>'.repeat(10_000)],
    ['tags that are never closed', '<div>'.repeat(490_000)],
    ['text in quotes that are never closed', '<blockquote>x'.repeat(100_000)],
    ['end tags without a begin', `${'<b>'.repeat(490_000)}${'</i>'.repeat(500_000)}`],
    // As in browsers, up to eight of its elements per paragraph.
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

describe('a result that would grow too large', () => {
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

test('a row of 150,000 cells is read, but not as a table', () => {
  const { text } = read(`<table><tr>${'<td>a'.repeat(150_000)}`);
  expect(text).toHaveLength(449_998);
  expect(text.slice(0, 10)).toBe('a\n\na\n\na\n\na');
});

// Each would take hours if its time grew quadratically.
test.each(['[', '![', '\\[', '[\\', '[a](', '[a]', '](', '`', ' #', '# '])('a title of %j', (part) => {
  expect(outlineOf(`# ${part.repeat(1_000_000)}x`)).toEqual([
    expect.stringMatching(/^# .* \(start_index 0\)$/),
  ]);
});
