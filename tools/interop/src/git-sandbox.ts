// A repository for the git server to work on.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** A repository with the branches main and topic and the tag v1; deleted on disposal. */
export class GitSandbox implements Disposable {
  readonly path: string;

  constructor() {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), 'interop-git-')));
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('config', 'user.name', 'Ada');
    this.git('config', 'user.email', 'ada@example.org');
    this.git('config', 'commit.gpgSign', 'false');
    this.write('a.txt', 'one\n');
    this.git('add', '.');
    this.git('commit', '--quiet', '--message', 'first');
    this.git('tag', 'v1');
    this.git('checkout', '--quiet', '-b', 'topic');
    this.git('commit', '--quiet', '--allow-empty', '--message', 'on topic');
    this.git('checkout', '--quiet', 'main');
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.path, encoding: 'utf8', timeout: 20_000 });
  }

  /** Returns the commit of HEAD, abbreviated by git. */
  head(): string {
    return this.git('rev-parse', '--short', 'HEAD').trim();
  }

  /** Returns the URI of a resource of the repository. */
  uri(rest: string): string {
    return `git://${basename(this.path)}/${rest}`;
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.path, name), text);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
