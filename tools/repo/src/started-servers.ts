// Started servers: runs each server for the checks in a folder, with its default tools or with all tools.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ProgramClient } from '@mcp/runtime/testing';
import { root } from './workspace.ts';

export interface StartedServer {
  /** The name of its folder. */
  readonly name: string;
  readonly args: readonly string[];
  /** Flags that enable tools. */
  readonly switches: readonly (readonly string[])[];
}

const toolsets = (...names: readonly string[]): string[][] => names.map((name) => ['--toolsets', name]);

export const startedServers: readonly StartedServer[] = [
  { name: 'filesystem', args: ['.'], switches: [] },
  {
    name: 'git',
    args: ['-r', '.'],
    switches: [...toolsets('inspect', 'history', 'setup'), ['--allow-remote']],
  },
  {
    name: 'sqlite',
    args: ['--db-path', 'data.db'],
    switches: [
      ['--export-dir', '.'],
      ['--import-dir', '.'],
    ],
  },
  { name: 'fetch', args: ['--allow-cidr', '127.0.0.1/32'], switches: [] },
];

/** Running servers from source, one for each command line, until this is disposed of. */
export class StartedServers implements AsyncDisposable {
  readonly #scratch = realpathSync(mkdtempSync(join(tmpdir(), 'servers-')));
  readonly #clients = new Map<string, Promise<ProgramClient>>();
  readonly #checkout: string;

  /** `checkout`: the root of another clone whose servers to start instead. */
  constructor(checkout: string = root) {
    this.#checkout = checkout;
  }

  /** Returns the working and home directory of a server. */
  folder(name: string): string {
    const folder = join(this.#scratch, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Returns the client of the server with these arguments. */
  client(name: string, args: readonly string[]): Promise<ProgramClient> {
    const key = JSON.stringify([name, args]);
    const client = this.#clients.get(key) ?? this.#start(name, args);
    this.#clients.set(key, client);
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients.values()) await (await client).close();
    rmSync(this.#scratch, { recursive: true, force: true, maxRetries: 5 });
  }

  #start(name: string, args: readonly string[]): Promise<ProgramClient> {
    const cwd = this.folder(name);
    const program = join(this.#checkout, 'servers', name, 'src/main.ts');
    return connect(
      { command: process.execPath, args: [program, ...args], env: { HOME: cwd }, cwd },
      { revision: '2025-11-25' },
    );
  }
}
