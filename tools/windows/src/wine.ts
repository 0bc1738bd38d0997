// Wine: installed from Debian's packages if it is missing, with a prefix that later runs reuse.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Thrown if Wine cannot be installed here. The message is one line. */
export class NoWine extends Error {}

/** The exit code of a Windows program, and whether it exceeded its time limit. */
export interface Ended {
  readonly code: number | null;
  readonly isLate: boolean;
}

const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Installs Wine unless it is installed.
 *
 * @throws {NoWine} without apt-get or the right to use it.
 */
export const installWine = (): void => {
  if (isInstalled('wine') && isInstalled('wineserver')) return;
  if (process.platform !== 'linux' || process.arch !== 'x64' || !isInstalled('apt-get'))
    throw new NoWine('Wine is not installed; `pnpm windows` installs it on Debian and Ubuntu for x64 only.');
  const sudo = isRoot() ? [] : ['sudo', '--non-interactive'];
  const apt = (...args: readonly string[]): void => {
    const [program = 'apt-get', ...rest] = [
      ...sudo,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      ...args,
    ];
    execFileSync(program, rest, { stdio: 'pipe' });
  };
  try {
    apt('update');
    apt('install', '--yes', '--no-install-recommends', 'wine', 'wine64');
  } catch (error) {
    const said = String((error as { readonly stderr?: unknown }).stderr ?? error).trim();
    throw new NoWine(`Wine is not installed, and apt-get cannot install it: ${said.split('\n').at(-1)}`);
  }
};

/**
 * Returns the command that runs Wine. With random addresses, the loader's heap collides with the shared page of Windows
 * about once in two thousand starts, and the program ends with an "Internal error". Some containers do not allow fixed
 * addresses.
 */
const wine = (): readonly [program: string, ...args: readonly string[]] => {
  const fixed = ['setarch', ['x86_64', '--addr-no-randomize']] as const;
  return spawnSync(fixed[0], [...fixed[1], 'true']).status === 0 ? [fixed[0], ...fixed[1], 'wine'] : ['wine'];
};

/** A separate Windows: a prefix, whose drive C: is the folder `drive_c`. */
export class Windows {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Creates the prefix if it is missing or has another version. Returns whether it is new. */
  async prepare(version: string): Promise<boolean> {
    const mark = join(this.#prefix, `made-${version}`);
    if (existsSync(mark)) return false;
    rmSync(this.#prefix, { recursive: true, force: true });
    mkdirSync(this.#prefix, { recursive: true });
    const log = join(this.#prefix, 'made.log');
    for (const args of [
      ['wineboot', '--init'],
      ['winecfg', '-v', 'win10'],
    ]) {
      const { code, isLate } = await this.run(args, { output: log, seconds: 180 });
      if (code !== 0 || isLate) throw new Error(`wine ${args.join(' ')} failed; ${log} says more`);
    }
    writeFileSync(mark, '');
    return true;
  }

  /** Returns the path on this machine of segments below C:\. */
  drive(...segments: readonly string[]): string {
    return join(this.#prefix, 'drive_c', ...segments);
  }

  /**
   * Runs a Windows program with its output in a file, because Node.js cannot use Linux pipes as stdin and stdout there.
   * After the time limit, kills the program and everything that it has started.
   */
  async run(
    args: readonly string[],
    { output, seconds, cwd }: { readonly output: string; readonly seconds: number; readonly cwd?: string },
  ): Promise<Ended> {
    const file = openSync(output, 'a');
    const [program, ...first] = wine();
    const child = spawn(program, [...first, ...args], {
      env: this.#environment,
      stdio: ['ignore', file, file],
      ...(cwd === undefined ? {} : { cwd }),
    });
    closeSync(file);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.stop();
    }, seconds * 1000);
    try {
      const code = await new Promise<number | null>((resolve, reject) => {
        child.on('error', reject);
        child.on('close', resolve);
      });
      return { code, isLate };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends all programs of this Windows, and no others. */
  stop(): void {
    try {
      execFileSync('wineserver', ['--kill', '--wait'], {
        env: this.#environment,
        stdio: 'ignore',
        timeout: 30_000,
      });
    } catch {
      // The server is not running or ends later.
    }
  }

  get #environment(): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env;
    return {
      PATH,
      HOME,
      // File names are in UTF-8.
      LC_ALL: 'C.UTF-8',
      WINEPREFIX: this.#prefix,
      WINEDEBUG: '-all',
      // No debugger that waits for input, no menu entries, no offer to install .NET or a browser.
      WINEDLLOVERRIDES: 'winedbg.exe,winemenubuilder.exe,mscoree,mshtml=d',
    };
  }
}
