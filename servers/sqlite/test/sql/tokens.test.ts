import { expect, test } from 'vitest';
import { tokens } from '../../src/sql/tokens.ts';

const texts = (sql: string): string[] => [...tokens(sql)].map(({ text }) => text);

test('words are upper-cased, comments and white space are skipped', () => {
  expect(texts('  sElEcT\t-- no\n/* no; */ a\f,b')).toEqual(['SELECT', 'A', ',', 'B']);
  expect(texts('/* never closed select 1')).toEqual([]);
  expect(texts('-- the whole')).toEqual([]);
  expect(texts('/**/select')).toEqual(['SELECT']);
});

test('a byte order mark is white space, but part of a word inside one, as in SQLite', () => {
  expect(texts('\uFEFFselect')).toEqual(['SELECT']);
  expect(texts('sel\uFEFFect')).toEqual(['SEL\uFEFFECT']);
});

test('quoted names and strings are not words', () => {
  expect([...tokens('"a""b" [c] `d` \'e\'\'f\'')]).toEqual([
    { kind: 'quoted', text: 'a""b', at: 0 },
    { kind: 'quoted', text: 'c', at: 7 },
    { kind: 'quoted', text: 'd', at: 11 },
    { kind: 'string', text: "e''f", at: 15 },
  ]);
  expect(texts("'-- not a comment' x")).toEqual(['-- not a comment', 'X']);
});

test('an unclosed quote extends to the end', () => {
  for (const quote of ["'", '"', '`', '['])
    expect([...tokens(`delete ${quote.repeat(201)} x`)]).toHaveLength(2);
});

/** Returns the first token. */
const firstOf = (sql: string) => tokens(sql).next().value;

test('only the requested tokens are read', () => {
  const raw = 'select';
  expect(firstOf(`select ${'x '.repeat(100_000)}`)).toEqual({ kind: 'word', text: 'SELECT', at: 0, raw });
  expect(firstOf(`${' '.repeat(900_000)}select`)).toEqual({ kind: 'word', text: 'SELECT', at: 900_000, raw });
});
