// Checkout: packs the runtime of the checkout in which this program runs into the project.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WrongInputError } from './wrong-input.ts';

/** The folders of the packages that a project depends on. */
const PACKAGES = ['runtime', 'command-line'] as const;

/**
 * Returns the root of the checkout in which this program runs, or undefined if npm installed it.
 *
 * @throws {WrongInputError} if the packages there are not built.
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

/** Packs the packages into `vendor` of a project and makes it depend on them. Returns the paths of the archives. */
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
  // On Windows npx is a batch file, which needs a shell.
  execFileSync('npx', args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
};
