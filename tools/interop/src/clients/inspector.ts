// The Inspector: its command line (one connection per run) and mcpdo (a daemon that keeps connections).
import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place } from './driven.ts';

/** How a run ended. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
const programs = join(manifest, '../clients');
const MCPDO = 'mcpdo/build/mcp-bin.js';

/** The Inspector with a home directory of its own, so that it finds nothing and leaves nothing. */
export class Inspector implements AsyncDisposable {
  readonly #home = mkdtempSync(join(tmpdir(), 'inspector-'));

  /** Runs one method of the command line on a fresh connection. */
  cli(era: 'legacy' | 'modern', place: Place, options: readonly string[]): Promise<Run> {
    const own = ['--cli', '--protocol-era', era, '--format', 'json', ...options];
    // `-q` comes last: an option that takes several values would swallow the command.
    return this.#run('launcher/build/index.js', [...own, '-q', ...target(place)]);
  }

  /** Opens a connection that lasts until the end. */
  connect(name: string, era: 'legacy' | 'modern', place: Place): Promise<Run> {
    return this.mcpdo(name, ['connect', '--era', era, '--', ...target(place)]);
  }

  /** Runs one command on a connection. */
  mcpdo(connection: string, options: readonly string[]): Promise<Run> {
    return this.#run(MCPDO, ['--format', 'json', '--connection', connection, ...options]);
  }

  /** Runs a command on a connection that goes on telling until it is stopped. */
  follow(connection: string, options: readonly string[]): Following {
    const args = ['--format', 'json', '--connection', connection, ...options];
    return new Following(spawn(process.execPath, [join(programs, MCPDO), ...args], { env: this.#env() }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#run(MCPDO, ['daemon', 'stop']);
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  #run(program: string, args: readonly string[]): Promise<Run> {
    const settings = { env: this.#env(), timeout: 30_000 };
    return new Promise((resolve) => {
      const all = [join(programs, program), ...args];
      execFile(process.execPath, all, settings, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      }).stdin?.end();
    });
  }

  #env(): NodeJS.ProcessEnv {
    const home = { HOME: this.#home, USERPROFILE: this.#home };
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    return { PATH, NODE_COMPILE_CACHE, ...home, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  }
}

function target(place: Place): readonly string[] {
  return 'url' in place ? [place.url] : [process.execPath, ...place.args];
}

/** A command that goes on; stopped when it is disposed of. */
export class Following implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  #output = '';

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stdout.on('data', (chunk) => (this.#output += String(chunk)));
    child.stderr.on('data', (chunk) => (this.#output += String(chunk)));
  }

  /** What it has told so far. */
  get output(): string {
    return this.#output;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exited = once(this.#child, 'exit');
    if (this.#child.kill()) await exited;
  }
}
