// Wine: installed from Debian's packages if it is missing, with a prefix that later runs reuse.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Thrown where this machine cannot have Wine. The message is one line. */
export class NoWine extends Error {}

/** One line about how a program of Windows ended. */
export interface Ended {
  readonly code: number | null;
  readonly isLate: boolean;
}

const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Installs Wine unless it is there.
 *
 * @throws {NoWine} where there is no apt-get, or no right to use it.
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
 * What runs Wine. With random addresses the heap of the loader lies, once in about two thousand starts, where Windows
 * has its shared page, and the program ends before it begins ("Internal error"). Some containers do not allow fixed
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

  /** Makes the prefix when it is missing, or was made in another way. Returns whether it is new. */
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

  /** Where a path below C:\ is on this machine. Segments, without the drive. */
  drive(...segments: readonly string[]): string {
    return join(this.#prefix, 'drive_c', ...segments);
  }

  /**
   * Runs a program of Windows with its output in a file: Node.js cannot use the pipes of Linux as stdin and stdout
   * there. What takes too long is ended with all that it has started.
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

  /** Ends all programs that run in this Windows, and nothing else. */
  stop(): void {
    try {
      execFileSync('wineserver', ['--kill', '--wait'], {
        env: this.#environment,
        stdio: 'ignore',
        timeout: 30_000,
      });
    } catch {
      // It does not run, or ends later.
    }
  }

  get #environment(): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env;
    return {
      PATH,
      HOME,
      // Names of files are in UTF-8.
      LC_ALL: 'C.UTF-8',
      WINEPREFIX: this.#prefix,
      WINEDEBUG: '-all',
      // No debugger that waits for somebody, no entries in menus, no offer to install .NET or a browser.
      WINEDLLOVERRIDES: 'winedbg.exe,winemenubuilder.exe,mscoree,mshtml=d',
    };
  }
}
