// The headings of a Markdown text, whatever is in them.
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

// Each would take hours if its time grew with the square of its length.
test.each(['[', '![', '\\[', '[\\', '[a](', '[a]', '](', '`', ' #', '# '])('a title of %j', (part) => {
  expect(outlineOf(`# ${part.repeat(1_000_000)}x`)).toEqual([
    expect.stringMatching(/^# .* \(start_index 0\)$/),
  ]);
});
