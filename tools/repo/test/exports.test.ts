// Docstrings: every exported symbol of a published library has one.
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { docstringOf, exportsOf } from '../src/exports.ts';
import { publicPackages } from '../src/workspace.ts';

const entries = publicPackages.flatMap(({ folder, manifest }) =>
  Object.values(manifest.exports ?? {}).map((file) => posix.join(folder, String(file))),
);

describe.each(entries)('%s', (file) => {
  const all = exportsOf(file);

  test('exports something', () => {
    expect(all.length).toBeGreaterThan(0);
  });

  test('documents everything that it exports', () => {
    expect(all.filter((exported) => docstringOf(exported) === undefined)).toEqual([]);
  });
});
