// A remote behind HTTP, a clone of it for the server, and another one for a second person.
import { readdirSync } from 'node:fs';
import {
  call,
  git,
  open,
  privateFolders,
  temporary,
  type Answer,
  type Settings,
  type Temporary,
} from '../setup.ts';
import { GitHttp } from './git-http.ts';

/** `shared.git` is the remote `origin` of both: of `work` over HTTP, of `seed` by its path. */
export class RemoteSandbox implements AsyncDisposable {
  readonly nest: Temporary;
  readonly http: GitHttp;

  private constructor(nest: Temporary, http: GitHttp) {
    this.nest = nest;
    this.http = http;
  }

  static async start(...init: string[]): Promise<RemoteSandbox> {
    const nest = temporary();
    const sandbox = new RemoteSandbox(nest, await GitHttp.start(nest.path));
    git(nest.path, 'init', '--quiet', '--bare', ...init, 'shared.git');
    git(nest.path, 'init', '--quiet', ...init, 'seed');
    git(nest.at('seed'), 'remote', 'add', 'origin', nest.at('shared.git'));
    sandbox.elsewhere('main', { 'a.txt': 'one\n' });
    // The server answers in this process, which waits for plain git: so plain git uses the path.
    git(nest.path, 'clone', '--quiet', 'shared.git', 'work');
    sandbox.here('remote', 'set-url', 'origin', sandbox.http.url('shared.git'));
    return sandbox;
  }

  /** Pushes a commit as somebody else. Returns its hash. */
  elsewhere(branch: string, files: { readonly [path: string]: string } = {}): string {
    const seed = this.nest.at('seed');
    git(seed, 'checkout', '--quiet', '-B', branch);
    this.nest.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`seed/${path}`, text])));
    git(seed, 'add', '.');
    git(seed, 'commit', '--quiet', '--allow-empty', '--message', `on ${branch}`);
    git(seed, 'push', '--quiet', '--force', 'origin', branch);
    return git(seed, 'rev-parse', 'HEAD').trim();
  }

  /** Runs plain git in the clone. */
  here(...args: string[]): string {
    return git(this.nest.at('work'), ...args).trim();
  }

  /** Runs plain git in the remote. */
  there(...args: string[]): string {
    return git(this.nest.at('shared.git'), ...args).trim();
  }

  /** Commits in the clone, on a branch. Returns the hash. */
  commit(branch: string, start = 'origin/main'): string {
    this.here('checkout', '--quiet', '--no-track', '-B', branch, start);
    this.here('commit', '--quiet', '--allow-empty', '--message', `${branch} here`);
    return this.here('rev-parse', 'HEAD');
  }

  /** Calls a tool of a server for the clone. */
  async ask(tool: string, args: object = {}, settings: Settings = {}): Promise<Answer> {
    await using client = await open(this.nest.at('work'), settings);
    return await call(client, tool, args);
  }

  /** Returns leftovers of a transfer, in the repository and its view. */
  leftovers(): string[] {
    const own = [this.nest.path, this.nest.at('work/.git'), this.nest.at('work/.git/objects')];
    const left = own
      .flatMap((folder) => readdirSync(folder))
      .filter((name) => /\.lock$|^(?:tmp_|\.mcp-)/.test(name));
    return [...left, ...privateFolders()];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.http[Symbol.asyncDispose]();
    this.nest[Symbol.dispose]();
  }
}
