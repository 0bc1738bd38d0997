// Lock files: programs write them, and nobody reads their changes line by line. Diffs leave them out, and say so.
import { basename } from 'node:path';

/** Which versions of dependencies were chosen, as package managers write it down. */
const NAMES: ReadonlySet<string> = new Set(
  (
    'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock Cargo.lock ' +
    'Gemfile.lock composer.lock poetry.lock Pipfile.lock uv.lock pdm.lock go.sum flake.lock mix.lock pubspec.lock ' +
    'Podfile.lock Package.resolved packages.lock.json gradle.lockfile .terraform.lock.hcl'
  ).split(' '),
);

/** Whether a path is that of a lock file. */
export const isLockFile = (path: string): boolean => NAMES.has(basename(path));
