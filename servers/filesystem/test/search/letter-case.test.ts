// Letter case: a search without flags finds the lines of ripgrep --smart-case.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { caller, temporary } from '../setup.ts';

const search = caller('search_file_contents');

const HAS_RG = spawnSync('rg', ['--version']).error === undefined;

interface Found {
  readonly files: readonly { readonly lines: readonly { readonly line: number }[] }[];
}

const TEXT = [
  'insurance',
  'Insurance',
  'INSURANCE 12',
  '',
  '   // note',
  '\t// Note',
  '',
  'total(a, B)',
  'Über',
  'über',
  'a1',
  'A1',
  'x y',
  '',
].join('\n');

test
  .skipIf(!HAS_RG)
  .each([
    'insurance',
    'Insurance',
    'INSURANCE',
    'insur[a-z]+',
    'insur[A-Z]+',
    'INS\\w+',
    'ins\\W*u',
    'insurance\\S*',
    '\\bnote\\b',
    '\\bNote\\b',
    '^\\s*//',
    '\\s+$',
    '[^x]y',
    '[^a-z]+$',
    '\\D$',
    'über',
    'Über',
    '\\p{Lu}',
    '\\p{Lu}ber',
    '\\S\\d',
    'total\\(',
    '12|B',
  ])('%s finds the lines that ripgrep finds (needs rg)', async (query) => {
  using dir = temporary({ 'a.txt': TEXT });
  const rg = spawnSync('rg', ['--smart-case', '--line-number', '--', query, dir.at('a.txt')], {
    encoding: 'utf8',
  });
  const expected = rg.stdout.split('\n').flatMap((line) => /^\d+/.exec(line)?.slice(0, 1) ?? []);
  const { structuredContent } = await search(dir.server, { query });
  const { files } = structuredContent as unknown as Found;
  expect(files.flatMap(({ lines }) => lines.map(({ line }) => String(line)))).toEqual(expected);
});
