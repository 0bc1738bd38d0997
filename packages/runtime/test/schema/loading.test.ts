// When the validator is loaded (docs/decisions/2026-11-21-acceptor-before-validator.md).
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const main = join(import.meta.dirname, 'validator-main.ts');

/** Prints a line when the validator is loaded. */
const watch = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      if (url.endsWith('/schema/validate.ts')) process.stdout.write('loaded\\n');
      return next(url, context);
    },
  });`;

/** The tools that were called and the loading of the validator, in order. */
const eventsOf = async (...calls: readonly (readonly [name: string, text: unknown])[]): Promise<string[]> => {
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(watch)}`];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, main, JSON.stringify(calls)]);
  return stdout.trim().split('\n');
};

test('a server never loads the validator while its schemas use only common keywords and its clients send valid arguments', async () => {
  expect(await eventsOf(['common', 'a'], ['common', 'b'])).toEqual(['common', 'common']);
});

test.each([
  ['the first argument that is not valid', ['common', 1]],
  ['the first call with a keyword that the acceptor does not have', ['rare', 'a']],
] as const)('%s loads the validator, once', async (_, call) => {
  expect(await eventsOf(['common', 'a'], call, call)).toEqual(['common', call[0], 'loaded', call[0]]);
});
