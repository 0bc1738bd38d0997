// The Inspector: its command line (one connection per run) and mcpdo (a daemon with lasting connections).
import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Place } from './driven.ts';

/** The outcome of a run. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
const programs = join(manifest, '../clients');
const MCPDO = 'mcpdo/build/mcp-bin.js';

/** The Inspector with its own home directory, so that it neither finds nor leaves settings. */
export class Inspector implements AsyncDisposable {
  readonly #home = mkdtempSync(join(tmpdir(), 'inspector-'));

  /** Runs one method of the command line on a fresh connection. */
  cli(era: 'legacy' | 'modern', place: Place, options: readonly string[]): Promise<Run> {
    const own = ['--cli', '--protocol-era', era, '--format', 'json', ...options];
    // `-q` must come last: an option that takes several values would swallow the command.
    return this.#run('launcher/build/index.js', [...own, '-q', ...target(place)]);
  }

  /** Opens a connection that lasts until the Inspector is disposed of. */
  connect(name: string, era: 'legacy' | 'modern', place: Place): Promise<Run> {
    return this.mcpdo(name, ['connect', '--era', era, '--', ...target(place)]);
  }

  /** Runs one command on a connection. */
  mcpdo(connection: string, options: readonly string[]): Promise<Run> {
    return this.#run(MCPDO, ['--format', 'json', '--connection', connection, ...options]);
  }

  /** Runs a command that keeps printing until it is stopped. */
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

/** A long-running command; disposing of it stops it. */
export class Following implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  #output = '';

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stdout.on('data', (chunk) => (this.#output += String(chunk)));
    child.stderr.on('data', (chunk) => (this.#output += String(chunk)));
  }

  /** The output so far. */
  get output(): string {
    return this.#output;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exited = once(this.#child, 'exit');
    if (this.#child.kill()) await exited;
  }
}
