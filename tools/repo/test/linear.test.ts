// Regular expressions of the git server for hostile output: each matches one line, without backtracking.
import { describe, expect, test } from 'vitest';
import { sourceFiles, withoutComments } from '../src/workspace.ts';

/** A regular expression in JavaScript, after a token that cannot end a value. */
const EXPRESSIONS =
  /(?<=[(,=:[!&|?;>]\s*)\/(?![*/ ])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/g;

/** Returns constructs that may take more than linear time or match more than a line. */
const oddities = (text: string): string[] => [
  ...(text.includes('.matchAll(') ? ['matchAll'] : []),
  ...[...text.matchAll(EXPRESSIONS)].flatMap(([expression, source = '', flags = '']) => {
    const plain = source.replaceAll(/\\[^n]/g, '_').replaceAll(/\[(?:[^\]\\]|\\.)+\]/g, '_');
    const isLazy = /[*+?}]\?/.test(plain);
    const isOfLines = flags.includes('m') || /.\\n(?!\??\)*\$?$)/.test(plain.replace(/^\^/, ''));
    const isOfAll = /\[\^\]/.test(source) || flags.includes('s');
    return isLazy || isOfLines || (isOfAll && !source.startsWith('^')) ? [expression] : [];
  }),
];

describe('servers/git/src and packages/git/src', () => {
  test('has no lazy quantifier, no matchAll, and no expression over more than a line', () => {
    const found = sourceFiles
      .filter(({ path }) => /^(?:servers|packages)\/git\/src\/.*\.ts$/.test(path))
      .flatMap(({ path, text }) => oddities(withoutComments(text)).map((odd) => `${path} ${odd}`));
    expect(found).toEqual([]);
  });
});

test.each([
  ['x.matchAll(/a/g)', ['matchAll']],
  ['f(/(.*?)b/)', ['/(.*?)b/']],
  ['const A = /^b$/m;', ['/^b$/m']],
  ['x.split(/\\r?\\nb/)', ['/\\r?\\nb/']],
  ['const A = /a[^]*b/;', ['/a[^]*b/']],
  [String.raw`const A = /^[?*]\??[^\t\n]+\r?\n$/; const b = c / d?.e / f;`, []],
])('the check reads %s', (text, found) => {
  expect(oddities(text)).toEqual(found);
});
