// Checkout: the source of a project's runtime. `pnpm author` makes a project from a checkout and tests it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkout } from '../src/checkout.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')));
});
afterEach(() => rmSync(root, { recursive: true }));

const place = (...built: string[]): string => {
  writeFileSync(join(root, 'pnpm-workspace.yaml'), '');
  for (const name of built) {
    mkdirSync(join(root, 'packages', name, 'dist'), { recursive: true });
    writeFileSync(join(root, 'packages', name, 'dist/index.d.ts'), '');
  }
  return join(root, 'packages/create-server/dist');
};

test('a program installed by npm is not in a checkout', () => {
  expect(checkout(join(root, 'node_modules/@mcp/create-server/dist'))).toBeUndefined();
});

test('finds a checkout from the built program and from its source', () => {
  expect(checkout(place('runtime', 'command-line'))).toBe(root);
  expect(checkout(join(root, 'packages/create-server/src'))).toBe(root);
});

test('reports a checkout that is not built, with the command to build it', () => {
  expect(() => checkout(place('runtime'))).toThrow(
    `packages/command-line of this checkout is not built: run npx -y pnpm@12 build in ${root} first, or give --from-npm.`,
  );
});
