// Untrusted repositories with a program wherever git would run one. Each program records its name.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename } from 'node:path';
import { addSubmodule, repository, temporary, type Place, type Temporary } from './setup.ts';

/** Programs that record their name when they run, then pass on their input or do what is given. */
export class Programs implements Disposable {
  readonly #nest = temporary();

  constructor(end = 'exec cat') {
    const program = `#!/bin/sh\necho "$0" >> '${this.#nest.at('marks')}'\n${end}\n`;
    this.#nest.write({ program, marks: '' });
    chmodSync(this.#nest.at('program'), 0o755);
    mkdirSync(this.#nest.at('named'));
  }

  /** Creates a program of this name and returns its path. */
  make(name: string): string {
    // No characters that are special to git or a shell.
    const path = this.#nest.at('named', Buffer.from(name).toString('base64url'));
    if (!existsSync(path)) symlinkSync('../program', path);
    return path;
  }

  /** Returns the names of the programs that ran since the last call. */
  take(): string[] {
    const ran = readFileSync(this.#nest.at('marks'), 'utf8').split('\n').slice(0, -1);
    writeFileSync(this.#nest.at('marks'), '');
    return [...new Set(ran.map((path) => Buffer.from(basename(path), 'base64url').toString()))];
  }

  [Symbol.dispose](): void {
    this.#nest[Symbol.dispose]();
  }
}

/** Returns the text of a configuration with these keys. */
export const toConfig = (config: { readonly [key: string]: string }): string =>
  Object.entries(config)
    .map(([key, value]) => {
      const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
      const sub = first === last ? '' : ` "${key.slice(first + 1, last)}"`;
      return `[${key.slice(0, first)}${sub}]\n\t${key.slice(last + 1)} = "${value}"\n`;
    })
    .join('');

/** A preparation of a repository that starts a program. `PROGRAM` is the path of the program. */
export interface Hostility {
  /** The name of the program. */
  readonly name: string;
  readonly config?: { readonly [key: string]: string };
  /** Lines of `.git/info/attributes`. */
  readonly attributes?: string;
  /** Settings that each start the program. */
  readonly hooks?: readonly string[];
  /** The folder of the hooks, unless it is `.git/hooks`. */
  readonly hooksFolder?: string;
  readonly files?: { readonly [path: string]: string };
  /** A branch whose last commit has a forged signature. */
  readonly signed?: string;
  /** Settings of a submodule `sub`. */
  readonly submodule?: Pick<Hostility, 'config' | 'attributes'>;
  readonly prepare?: (dir: Place) => void;
}

/** A repository and the programs that ran in it. */
export interface Hostile extends Temporary {
  readonly programs: Programs;
  /** Runs plain git as a person would; returns the names of the programs that ran. */
  control(args: readonly string[]): string[];
}

/** Writes hooks that start a program. */
export const writeHooks = (
  dir: Place,
  hooks: readonly string[],
  program: string,
  folder = '.git/hooks',
): void => {
  for (const hook of hooks) {
    dir.write({ [`${folder}/${hook}`]: `#!/bin/sh\n${program} < /dev/null\nexit 0\n` });
    chmodSync(dir.at(folder, hook), 0o755);
  }
};

const sign = (dir: Place, branch: string): void => {
  const signature = '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n';
  dir.write({ '.git/signed': dir.git('cat-file', 'commit', branch).replace('\n\n', signature) });
  const hash = dir.git('hash-object', '-t', 'commit', '-w', '.git/signed').trim();
  dir.git('update-ref', `refs/heads/${branch}`, hash);
};

/** Prepares a repository. */
export const makeHostile = (dir: Place, programs: Programs, hostilities: readonly Hostility[]): void => {
  for (const hostility of hostilities) {
    const { config = {}, attributes = '', hooks = [], files = {}, signed, submodule, prepare } = hostility;
    const program = programs.make(hostility.name);
    const filled = (text: string): string => text.replaceAll('PROGRAM', program);
    if (submodule !== undefined) {
      const sub = addSubmodule(dir);
      appendFileSync(sub.at('.git/config'), filled(toConfig(submodule.config ?? {})));
      sub.write({ '.git/info/attributes': submodule.attributes ?? '', 'inner.txt': 'changed\n' });
    }
    if (signed !== undefined) sign(dir, signed);
    dir.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, filled(text)])));
    appendFileSync(dir.at('.git/config'), filled(toConfig(config)));
    mkdirSync(dir.at('.git/info'), { recursive: true });
    appendFileSync(dir.at('.git/info/attributes'), attributes);
    writeHooks(dir, hooks, program, hostility.hooksFolder);
    prepare?.(dir);
  }
  programs.take();
};

/** Creates a hostile repository, with one commit by default. */
export const hostileRepository = (
  hostilities: readonly Hostility[],
  dir: Temporary = repository(),
): Hostile => {
  const programs = new Programs();
  makeHostile(dir, programs, hostilities);
  return {
    ...dir,
    programs,
    control: (args) => {
      try {
        dir.git(...args);
      } catch {
        // The program is not a real helper; running is enough.
      }
      return programs.take();
    },
    [Symbol.dispose]: () => {
      dir[Symbol.dispose]();
      programs[Symbol.dispose]();
    },
  };
};
