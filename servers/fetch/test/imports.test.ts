// Imports: only files that a package exports.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../src');
const require = createRequire(import.meta.url);

const specifiersIn = (file: string): readonly string[] =>
  [...readFileSync(join(sources, file), 'utf8').matchAll(/(?:from|import\()\s*'([^'.][^']*)'/g)].map(
    ([, specifier = '']) => specifier,
  );

/** Returns whether it is the package itself, or a part named in its `exports`. */
const isOffered = (specifier: string): boolean => {
  const [, name = '', rest] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
  if (rest === undefined || specifier.startsWith('node:')) return true;
  const paths = require.resolve.paths(name) ?? [];
  const manifest = paths.map((path) => join(path, name, 'package.json')).find(existsSync);
  const { exports = {} } = JSON.parse(readFileSync(manifest ?? '', 'utf8')) as { exports?: object };
  return Object.hasOwn(exports, `./${rest}`);
};

test('imports use only public exports of packages', () => {
  const specifiers = new Set(
    readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap(specifiersIn),
  );
  expect(specifiers.has('undici')).toBe(true);
  expect([...specifiers].filter((specifier) => !isOffered(specifier))).toEqual([]);
  expect(isOffered('undici/lib/core/connect.js')).toBe(false);
});
