// The built server that users get: rebuilds the bundle if a source is newer.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');

const newest = (path: string): number => {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
};

/** The servers of this repository. */
export type ServerName = 'filesystem' | 'git' | 'sqlite' | 'fetch';

/** Returns the path of the program of `servers/<name>`. */
export const builtServer = async (name: ServerName): Promise<string> => {
  const folder = join(root, 'servers', name);
  const program = join(folder, 'dist/main.cjs');
  const sources = [join(folder, 'src'), join(folder, 'package.json')];
  const shared = [
    'packages/runtime/src',
    'packages/command-line/src',
    'packages/documents/src',
    'packages/files/src',
    'packages/git/src',
    'packages/addresses/src',
    'packages/directories/src',
    'packages/limited-work/src',
    'tools/build/src',
  ].map((path) => join(root, path));
  const newestSource = Math.max(...[...sources, ...shared].map(newest));
  if (!existsSync(program) || statSync(program).mtimeMs < newestSource) {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly scripts: { readonly build: string };
    };
    // The script's other arguments are additional entry points, such as workers.
    const [, ...others] = manifest.scripts.build.split(' ');
    const script = join(root, 'tools/build/src/bundle-server.ts');
    await promisify(execFile)(process.execPath, [script, ...others], { cwd: folder });
  }
  return program;
};
