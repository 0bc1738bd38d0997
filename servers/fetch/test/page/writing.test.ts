// Markdown of rare page elements.
import { expect, test } from 'vitest';
import { read } from './reading.ts';

test.for([
  [
    'the foot of a table that stands before its body',
    '<table><thead><tr><th>Fruit<th>Sum<tfoot><tr><td>All<td>3<tbody><tr><td>Apples<td>1<tr><td>Pears<td>2</table>',
    '| Fruit | Sum |\n| --- | --- |\n| Apples | 1 |\n| Pears | 2 |\n| All | 3 |',
  ],
  [
    'code in a cell',
    '<table><tr><th>Command<th>What<tr><td><pre>npm ci\n\n  | tee log</pre><td>a<tr><td>b<td>c</table>',
    '| Command | What |\n| --- | --- |\n| `npm ci`<br>`\\| tee log` | a |\n| b | c |',
  ],
  [
    'code beside the numbers of its lines, and a table in a cell',
    '<table><tr><td><pre>1\n2</pre><td><pre>a\nb</pre></table><table><tr><td><pre>c</pre><table><tr><td>d</table></table>',
    '```\n1\n2\n```\n\n```\na\nb\n```\n\n```\nc\n```\n\nd',
  ],
  ['a list that counts down', '<ol reversed><li>c<li>b<li>a</ol>', '3. c\n2. b\n1. a'],
  ['one that begins elsewhere', '<ol reversed start=10><li>c<li>b</ol>', '10. c\n9. b'],
  [
    'formulas for a script',
    String.raw`<p>\(\sum_{i} a_i\) and $$x_1 * y_1$$ and \[z_2\], not a_ b_ * c`,
    String.raw`\(\sum_{i} a_i\) and $$x_1 * y_1$$ and \[z_2\], not a\_ b\_ \* c`,
  ],
  [
    'blocks in a heading do not stick together',
    '<h2><address>Ann</address><details>Lee</details></h2>',
    '## Ann Lee',
  ],
  ['a telephone number', '<p>Call <a href="tel:+49-30-1234">us</a>', 'Call [us](tel:+49-30-1234)'],
  [
    'a link whose sign a style sheet draws',
    '<p>See <a href="/cart" aria-label="Cart *"><i class=icon></i></a>',
    'See [Cart \\*](https://example.com/cart)',
  ],
] as const)('%s', ([, html, markdown]) => {
  expect(read(html).text).toBe(markdown);
});
