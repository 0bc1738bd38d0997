// The root of the repository contains only files that readers look for.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../src/workspace.ts';

const allowed = [
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'package.json',
  'packages',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'servers',
  'tools',
  'turbo.json',
];

test('the root lists exactly the allowed files and folders', () => {
  const generated = ['node_modules', 'coverage'];
  const listed = readdirSync(root).filter((name) => !name.startsWith('.') && !generated.includes(name));
  expect(listed.toSorted()).toEqual(allowed);
});
