// Runs git for what the benchmark prepares.
import { execFileSync } from 'node:child_process';

/** Its output. @throws {Error} when it fails. */
export function git(directory: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim();
}

/** The version that is installed. */
export const gitVersion: string = git('.', '--version');
