// A temporary directory with files in it, and a server for some of its directories.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defineServer, type McpServer } from '@mcp/runtime';
import { readOptions } from '../src/options.ts';
import { toServer } from '../src/server.ts';

export interface Temporary extends Disposable {
  /** Without symbolic links. */
  readonly path: string;
  /** The absolute path of something in it. */
  at(...names: string[]): string;
}

/** Files by path, with their content. A path that ends with a slash is a directory. It is gone after the test. */
export const temporary = (files: { readonly [path: string]: string | Uint8Array } = {}): Temporary => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-filesystem-')));
  for (const [name, content] of Object.entries(files)) {
    const target = join(path, name);
    mkdirSync(name.endsWith('/') ? target : dirname(target), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(target, content);
  }
  return {
    path,
    at: (...names) => join(path, ...names),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
};

export interface Settings {
  readonly roots?: 'intersect' | 'ignore';
  readonly followSymlinks?: 'inside' | 'never';
  readonly maxOutputBytes?: number;
}

/** The server as its command line would make it. */
export const serve = (directories: readonly string[], settings: Settings = {}): McpServer => {
  const { roots = 'intersect', followSymlinks = 'inside', maxOutputBytes = 100_000 } = settings;
  const flags = { roots, 'follow-symlinks': followSymlinks, 'max-output-bytes': maxOutputBytes };
  const options = readOptions({ positionals: directories, flags }, () => {});
  return defineServer({ ...toServer(options), report: () => {} });
};
