// The filesystem server as its users get it: the bundle, built again when a source is newer.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'servers/filesystem');
const program = join(folder, 'dist/main.cjs');
const sources = [
  'servers/filesystem/src',
  'servers/filesystem/package.json',
  'packages/runtime/src',
  'tools/build/src',
];

const newest = (path: string): number => {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
};

/** The path of the program. */
export const builtFilesystem = async (): Promise<string> => {
  const newestSource = Math.max(...sources.map((source) => newest(join(root, source))));
  if (!existsSync(program) || statSync(program).mtimeMs < newestSource) {
    await promisify(execFile)(process.execPath, [join(root, 'tools/build/src/bundle-server.ts')], {
      cwd: folder,
    });
  }
  return program;
};
