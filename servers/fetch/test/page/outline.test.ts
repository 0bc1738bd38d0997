// Headings of a Markdown text, whatever their content.
import { expect, test } from 'vitest';
import { outlineOf } from '../../src/page/text.ts';

test.each([
  ['# [a](/b) c', 'a c'],
  ['# ![a](/b) [c](/d)', 'a c'],
  ['# [a \\[b\\] c](/d)', 'a [b] c'],
  ['# \\[a](/b)', '[a](/b)'],
  ['# **a** `b` \\*c\\*', 'a b *c*'],
  ['# a ##', 'a'],
])('%j has the title %j', (markdown, title) => {
  expect(outlineOf(markdown)).toEqual([`# ${title} (start_index 0)`]);
});
