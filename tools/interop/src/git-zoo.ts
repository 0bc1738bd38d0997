// One repository of each kind, beside each other: what the git server has to get along with.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A name that is no UTF-8: `grün` in ISO 8859-1. */
const odd = Buffer.from([0x67, 0x72, 0xfc, 0x6e]);

/** The repositories `plain`, `sha256`, `shallow`, `bare.git`, `unborn`, `detached`, `linked`, `super` and `odd`. */
export class GitZoo implements Disposable {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'interop-git-zoo-')));

  constructor() {
    this.#history('plain');
    this.#history('sha256', '--object-format=sha256');
    this.git('.', 'clone', '--quiet', '--depth=1', `file://${this.at('plain')}`, 'shallow');
    this.git('.', 'clone', '--quiet', '--bare', 'plain', 'bare.git');
    this.git('.', 'init', '--quiet', 'unborn');
    this.git('.', 'clone', '--quiet', 'plain', 'detached');
    this.git('detached', 'checkout', '--quiet', 'HEAD~1');
    this.git('plain', 'worktree', 'add', '--quiet', '-b', 'linked', this.at('linked'));
    this.#history('super');
    this.git(
      'super',
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      this.at('plain'),
      'sub',
    );
    this.git('super', 'commit', '--quiet', '--message', 'with a submodule');
    this.#history('odd');
    writeFileSync(Buffer.concat([Buffer.from(`${this.at('odd')}/`), odd]), 'grün\n');
    this.git('odd', 'add', '.');
    this.git('odd', 'commit', '--quiet', '--message', 'odd');
  }

  /** The path of a repository. */
  at(name: string): string {
    return join(this.path, name);
  }

  /** Runs git in a repository, without the configuration of who runs the tests. Returns what it prints. */
  git(name: string, ...args: string[]): string {
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'init.defaultBranch=main'];
    return execFileSync('git', [...who, ...args], {
      cwd: this.at(name),
      encoding: 'utf8',
      timeout: 20_000,
      env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #history(name: string, ...init: string[]): void {
    mkdirSync(this.at(name));
    this.git(name, 'init', '--quiet', ...init);
    for (const text of ['one', 'two']) {
      writeFileSync(join(this.at(name), 'a.txt'), `${text}\n`);
      this.git(name, 'add', '.');
      this.git(name, 'commit', '--quiet', '--message', text);
    }
  }
}
