// The Inspector: its command line (one connection per run) and mcpdo (a daemon that keeps connections).
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from './driven.ts';

/** How a run ended. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
const programs = join(manifest, '../clients');

/** The Inspector with a home directory of its own, so that it finds nothing and leaves nothing. */
export class Inspector implements AsyncDisposable {
  readonly #home = mkdtempSync(join(tmpdir(), 'inspector-'));

  /** Runs one method of the command line on a fresh server. */
  cli(era: 'legacy' | 'modern', command: Command, options: readonly string[]): Promise<Run> {
    const own = ['--cli', '--protocol-era', era, '--format', 'json', ...options];
    // `-q` comes last: an option that takes several values would swallow the command.
    return this.#run('launcher/build/index.js', [...own, '-q', process.execPath, ...command.args]);
  }

  /** Opens a connection that lasts until the end. */
  connect(name: string, era: 'legacy' | 'modern', command: Command): Promise<Run> {
    return this.mcpdo(name, ['connect', '--era', era, '--', process.execPath, ...command.args]);
  }

  /** Runs one command on a connection. */
  mcpdo(connection: string, options: readonly string[]): Promise<Run> {
    return this.#run('mcpdo/build/mcp-bin.js', ['--format', 'json', '--connection', connection, ...options]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#run('mcpdo/build/mcp-bin.js', ['daemon', 'stop']);
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  #run(program: string, args: readonly string[]): Promise<Run> {
    const env = {
      PATH: process.env['PATH'],
      HOME: this.#home,
      USERPROFILE: this.#home,
      MCP_INSPECTOR_SECRET_STORE: 'memory',
    };
    return new Promise((resolve) => {
      execFile(process.execPath, [join(programs, program), ...args], { env }, (error, stdout, stderr) => {
        const code = error === null ? 0 : Number(error.code);
        resolve({ code, stdout, stderr });
      }).stdin?.end();
    });
  }
}
