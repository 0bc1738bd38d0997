// How the checks start each server: on a scratch folder, with what it offers by itself or with everything.
import { join } from 'node:path';
import { connect, type ProgramClient } from '@mcp/runtime/testing';
import { root } from './workspace.ts';

export interface StartedServer {
  /** Of its folder. */
  readonly name: string;
  readonly args: readonly string[];
  /** Flags that switch on tools which are off otherwise. */
  readonly switches: readonly (readonly string[])[];
}

const toolsets = (...names: readonly string[]): string[][] => names.map((name) => ['--toolsets', name]);

export const startedServers: readonly StartedServer[] = [
  { name: 'filesystem', args: ['.'], switches: toolsets('sampling') },
  {
    name: 'git',
    args: ['--base-dir', '.'],
    switches: [...toolsets('inspect', 'history', 'setup'), ['--allow-remote']],
  },
  { name: 'sqlite', args: ['--db-path', 'data.db'], switches: toolsets('demo') },
  { name: 'fetch', args: ['--allow-cidr', '127.0.0.1/32'], switches: [] },
];

/** Starts the sources of a server in a folder, which is its home too. */
export const startServer = (
  { name, args }: StartedServer,
  folder: string,
  more: readonly string[] = [],
): Promise<ProgramClient> =>
  connect(
    {
      command: process.execPath,
      args: [join(root, 'servers', name, 'src/main.ts'), ...args, ...more],
      env: { HOME: folder },
      cwd: folder,
    },
    { revision: '2025-11-25' },
  );
