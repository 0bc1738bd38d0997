// A program that runs in a checkout of its repository gives the project the runtime that is there, as npm would get it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WrongInputError } from './wrong-input.ts';

/** The packages of the checkout that a project depends on, by the names of their folders. */
const PACKAGES = ['runtime', 'command-line'] as const;

/**
 * The root of the checkout that this program is in. Undefined when npm has installed it.
 *
 * @throws {WrongInputError} when the packages there are not built.
 */
export const checkout = (from: string = import.meta.dirname): string | undefined => {
  const root = join(from, '../../..');
  if (!existsSync(join(root, 'pnpm-workspace.yaml'))) return undefined;
  const missing = PACKAGES.filter((name) => !existsSync(join(root, 'packages', name, 'dist/index.d.ts')));
  if (missing.length === 0) return root;
  throw new WrongInputError(
    `packages/${missing[0]} of this checkout is not built: run npx -y pnpm@12 build in ${root} first, or give --from-npm.`,
  );
};

/**
 * Packs the packages into `vendor` of a project that has been written, and lets it depend on them. Gives their files.
 */
export const packInto = (folder: string, root: string): string[] => {
  const vendor = join(folder, 'vendor');
  mkdirSync(vendor);
  pack(root, vendor);
  const files = readdirSync(vendor).toSorted();
  const file = join(folder, 'package.json');
  const text = PACKAGES.reduce(
    (manifest, name) => {
      const archive = files.find((each) => new RegExp(`-${name}-\\d`).test(each)) ?? '';
      return manifest.replace(new RegExp(`("@[^"/]+/${name}": )"[^"]*"`), `$1"file:vendor/${archive}"`);
    },
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, text);
  return files.map((each) => `vendor/${each}`);
};

const pack = (root: string, destination: string): void => {
  const packages = PACKAGES.map((name) => `--filter=./packages/${name}`);
  const args = ['-y', 'pnpm@12', ...packages, 'pack', '--pack-destination', destination];
  // npx is a batch file on Windows. What fails says so on stderr.
  execFileSync('npx', args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
};
