// Forbidden text in files under version control. The patterns do not match themselves.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, sourceFiles, withoutComments, type SourceFile } from '../src/workspace.ts';

/** Returns `path:line text` of every matching line. */
const findLines = (files: readonly SourceFile[], pattern: RegExp): string[] =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ line, number: index + 1 }))
      .filter(({ line }) => pattern.test(line))
      .map(({ line, number }) => `${path}:${number} ${line.trim().slice(0, 100)}`),
  );

const code = sourceFiles.filter(({ path }) => path.endsWith('.ts'));

describe('code', () => {
  test('has no suppression comments', () => {
    const pattern =
      /@ts-(?:ignor[e]|expect-erro[r]|nochec[k])|(?:oxlint|eslint)-disabl[e]|(?:biome|prettier|oxfmt)-ignor[e]/;
    expect(findLines(sourceFiles, pattern)).toEqual([]);
  });

  test('has no type that switches checking off', () => {
    const statements = code.map(({ path, text }) => ({ path, text: withoutComments(text) }));
    expect(findLines(statements, /(?:[:|&]\s+|<|\bas\s+)an[y]\b|\ban[y](?:\[\]|>)/)).toEqual([]);
  });

  test('has no line over 120 characters beside a text or expression on it', () => {
    const lines = code
      .filter(({ path }) => /\/(?:src|template|views)\//.test(path))
      .map(({ path, text }) => ({ path, text: text.replaceAll(/(['"`]).*\1|\/\S.*\/\w*/g, '') }));
    expect(findLines(lines, /.{121}/)).toEqual([]);
  });

  test('has no notes about unfinished work', () => {
    expect(findLines(sourceFiles, /\b(?:TO[D]O|FIXM[E]|XX[X]|HAC[K])\b/)).toEqual([]);
  });

  test('says in the first line of every source file what lives there', () => {
    const sources = code.filter(({ path }) => path.includes('/src/'));
    const bare = sources.filter(({ text }) => !/^(?:#!.*\n)?\/\/ \S/.test(text));
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  test('names files in comments that exist', () => {
    const paths = sourceFiles.map(({ path }) => `/${path}`);
    const gone = code
      .filter(({ path }) => path.includes('/src/'))
      .flatMap(({ path, text }) => {
        const comments = text.match(/^\s*(?:\/\/|\*|\/\*).*$/gm) ?? [];
        const names = comments.flatMap((comment) => [...comment.matchAll(/`([\w./-]+\.(?:ts|md))`/g)]);
        const own = `/${path.slice(0, path.indexOf('/src/'))}/`;
        const isOurs = ([, name = '']: RegExpExecArray): boolean => {
          const end = `/${name.replace(/^(?:\.\.?\/)+/, '')}`;
          return paths.some((other) => other === end || (other.startsWith(own) && other.endsWith(end)));
        };
        return names.filter((name) => !isOurs(name)).map(([name]) => `${path} → ${name}`);
      });
    expect(gone).toEqual([]);
  });

  // Test files of a package share loaded modules, so only the first file would run such a hook.
  test('has no hooks at the top of a module that tests import', () => {
    const modules = code.filter(({ path }) => !path.endsWith('.test.ts'));
    expect(findLines(modules, /^(?:before|after)(?:All|Each)\(/)).toEqual([]);
  });
});

// Returns whether a call has a second argument: its default time-out of one second is too short on a busy machine.
const namesItsPatience = (text: string, start: number): boolean => {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const at = text[i] ?? '';
    if ('([{'.includes(at)) depth++;
    else if (')]}'.includes(at) && --depth === 0) return false;
    else if (at === ',' && depth === 1 && /^,\s*[^\s)]/.test(text.slice(i))) return true;
  }
  return false;
};

test('tests say how long they wait for what comes later', () => {
  const waits = /\bvi\.wait(?:For|Until)(?=\()/g;
  const hasty = sourceFiles
    .filter(({ path }) => path.endsWith('.ts') && path.includes('/test/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(waits)]
        .filter((wait) => !namesItsPatience(text, wait.index + wait[0].length))
        .map((wait) => `${path}:${text.slice(0, wait.index).split('\n').length}`),
    );
  expect(hasty).toEqual([]);
});

describe('every file', () => {
  test('is free of the paths of one machine', () => {
    expect(findLines(sourceFiles, /(?<![\w.])\/(?:wor[k]|hom[e]|far[m]|User[s])\//)).toEqual([]);
  });

  test('is free of package registry hosts', () => {
    expect(findLines(sourceFiles, /registr[y]\.(?:npm|yarn)|npmj[s]\.org|artifactor[y]/)).toEqual([]);
  });
});

describe('documentation', () => {
  test('CONTRIBUTING.md names the limits of the linter', () => {
    const read = (path: string): string => readFileSync(join(root, path), 'utf8').replaceAll(/\s+/g, ' ');
    const numbersIn = (text: string): number[] => [...text.matchAll(/\d+/g)].map(Number);
    const [, functions = '', files = ''] =
      /Functions: (.+?) and four parameters.*? Files: (.+?) Lines:/.exec(read('CONTRIBUTING.md')) ?? [];
    const rules = read('.oxlintrc.json');
    const limit = (pattern: RegExp): number[] => numbersIn(pattern.exec(rules)?.[0] ?? '');
    expect([
      limit(/"max-lines-per-function": \["error", \d+/),
      limit(/"max-params": \["error", \d+/),
    ]).toEqual([numbersIn(functions), [4]]);
    const inTests = rules.slice(rules.indexOf('"**/test/**"'));
    expect([
      ...limit(/"max-lines": \["error", \{ "max": \d+/),
      ...numbersIn(/"max-lines": \["error", \d+/.exec(inTests)?.[0] ?? ''),
    ]).toEqual(numbersIn(files));
    expect(inTests).toContain('"max-lines-per-function": "off"');
  });

  test('links to files that exist', () => {
    const broken = sourceFiles
      .filter(({ path }) => path.endsWith('.md'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\]\((?!https?:|mailto:|tel:|#)([^)\s#]+)[^)]*\)/g)]
          .map((match) => match[1] ?? '')
          .filter((link) => !existsSync(join(root, dirname(path), link)))
          .map((link) => `${path} → ${link}`),
      );
    expect(broken).toEqual([]);
  });
});
