// Where elements begin and end, as in browsers.
import { expect, test } from 'vitest';
import { readTags } from '../../src/html/tags.ts';

/** The elements of a page, with brackets around each. */
const outline = (html: string): string => {
  let text = '';
  let open = 0;
  readTags(html, {
    open: (name, attributes) => {
      text += `(${[name, ...Object.entries(attributes).map((pair) => pair.join('='))].join(' ')}:`;
      open += 1;
    },
    close: () => {
      text += ')';
      open -= 1;
    },
    text: (part) => (text += part),
  });
  return text + ')'.repeat(open);
};

test.each([
  ['<p>a<p>b', '(p:a)(p:b)'],
  ['<p>a<div>b</div>c', '(p:a)(div:b)c'],
  ['<ul><li>a<li>b</ul>c', '(ul:(li:a)(li:b))c'],
  ['<dl><dt>a<dd>b<dt>c</dl>', '(dl:(dt:a)(dd:b)(dt:c))'],
  [
    '<table><tr><th>a<td>b<tr><td>c<tbody><tr><td>d</table>e',
    '(table:(tr:(th:a)(td:b))(tr:(td:c))(tbody:(tr:(td:d))))e',
  ],
  ['<select><option>a<option>b</select>c', '(select:(option:a)(option:b))c'],
  ['<h1>a<h2>b', '(h1:a)(h2:b)'],
  ['<a href=x>a<a href=y>b', '(a href=x:a)(a href=y:b)'],
  ['<b><i>a</b>b', '(b:(i:a))b'],
  ['a</b></div>b', 'ab'],
  ['a</p>b</br>c', 'a(p:)b(br:)c'],
  ['<form><form a=1>a</form>b', '(form:a)b'],
  ['<br>a<br/>b<img src="x&amp;y" SRC=z alt>c', '(br:)a(br:)b(img src=x&y alt=:)c'],
  ['<div/>a', '(div:a)'],
  ['<svg/>a<svg><path/>b</svg>c', '(svg:)a(svg:(path:)b)c'],
  ['<math><mi/>a<![CDATA[<b>]]></math><![CDATA[c]]>', '(math:(mi:)a<b>)'],
  ['<IMAGE>&lt;b&#x41;', '(img:)<bA'],
  ['<script>a<b></script><title>&lt;<i></title><!-- c --><!doctype html><?d?>', '(script:a<b>)(title:<<i>)'],
])('%s', (html, expected) => {
  expect(outline(html)).toBe(expected);
});
