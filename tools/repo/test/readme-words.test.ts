// A README is read: what it is, a call, how to get it. The rest is in the documents beside it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shownServers } from '../src/features.ts';
import { root } from '../src/workspace.ts';

/** Words that people wrote: tables and calls that tests write are looked up, not read. */
const MOST_WORDS = 1800;

test.each(shownServers)(
  `the README of %s has at most ${MOST_WORDS} words beside what is generated`,
  (name) => {
    const text = readFileSync(join(root, 'servers', name, 'README.md'), 'utf8');
    const written = text.replaceAll(/<!-- begin:[\s\S]*?<!-- end -->/g, '');
    const words = written.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    console.log(`words in the README of ${name}:`, words);
    expect(words).toBeLessThanOrEqual(MOST_WORDS);
  },
);

test.each(shownServers)('the README of %s begins with what it is, how to get it, and calls', (name) => {
  const text = readFileSync(join(root, 'servers', name, 'README.md'), 'utf8');
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings.slice(0, 2)).toEqual(['Install', 'Three calls']);
});
