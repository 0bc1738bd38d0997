import { expect, test } from 'vitest';
import { Walk, joinPath } from '../../src/search/walk.ts';
import { cpuMs } from '../setup.ts';
import { memorySource, placeIn, TOP } from './memory-source.ts';

const FILES = [
  'a.log',
  'b.txt',
  'build/x',
  'src/build/y',
  'src/a.log',
  'src/keep.log',
  'src/deep/c d',
  'src/#x',
  '.git/config',
];

const kept = (ignores: { readonly [directory: string]: string }) => {
  const files = new Map(FILES.map((path) => [path, '']));
  for (const [directory, text] of Object.entries(ignores)) files.set(joinPath(directory, '.gitignore'), text);
  const walk = new Walk(placeIn(memorySource(files), { gitignore: TOP }));
  const paths: string[] = [];
  for (const { path, entries } of walk.visits())
    for (const { name, type } of entries)
      if (type === 'file' && name !== '.gitignore') paths.push(joinPath(path, name));
  return FILES.filter((path) => paths.includes(path));
};

const without = (...paths: string[]) => FILES.filter((path) => ![...paths, '.git/config'].includes(path));

// The output of `git ls-files --others --exclude-standard` for these files.
test.each<[string, { [directory: string]: string }, string[]]>([
  ['nothing but .git', { '': '' }, without()],
  ['a name anywhere', { '': 'build' }, without('build/x', 'src/build/y')],
  ['a name at the top', { '': '/build' }, without('build/x')],
  ['a path from the top', { '': 'src/build' }, without('src/build/y')],
  ['a directory only', { '': 'b.txt/\nbuild/' }, without('build/x', 'src/build/y')],
  ['a star', { '': '*.log' }, without('a.log', 'src/a.log', 'src/keep.log')],
  ['the last line decides', { '': '*.log\n!keep.log' }, without('a.log', 'src/a.log')],
  [
    'nothing comes back below a directory',
    { '': 'src\n!src/keep.log' },
    without(...FILES.filter((p) => p.startsWith('src'))),
  ],
  ['an inner file decides', { '': '*.log', src: '!*.log' }, without('a.log')],
  ['an inner file is about its directory', { src: '/build\n/a.log' }, without('src/build/y', 'src/a.log')],
  ['two stars', { '': 'src/**' }, without(...FILES.filter((p) => p.startsWith('src/')))],
  ['two stars in the middle', { '': 'src/**/c d' }, without('src/deep/c d')],
  ['comments, escapes, spaces at the end', { '': '#x\n\\#x  \nc d\\ \n' }, without('src/#x')],
  [
    'Windows line endings and a byte order mark',
    { '': '\uFEFF*.log\r\n!keep.log\r\n' },
    without('a.log', 'src/a.log'),
  ],
  ['braces are no alternatives', { '': '{a,b}.*' }, without()],
  ['a class', { '': '[ab].*' }, without('a.log', 'b.txt', 'src/a.log')],
])('%s', (_, ignores, expected) => {
  expect(kept(ignores)).toEqual(expected);
});

test('a file with very many lines takes negligible time', () => {
  const text = Array.from({ length: 100_000 }, (_, i) => `*a${i}*b*c`).join('\n');
  const started = cpuMs();
  expect(kept({ '': text })).toEqual(without());
  expect(cpuMs() - started).toBeLessThan(5000);
});

test.each(['x', '?', 'a*', 'x/'])('skips a line of %s that is longer than any path', (part) => {
  const line = part.repeat(60_000 / part.length);
  expect(kept({ '': `${line}\n*.log`, src: line })).toEqual(without('a.log', 'src/a.log', 'src/keep.log'));
});
