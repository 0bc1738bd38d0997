// A transfer between a repository and a remote. Git runs it in a git directory of its own, made for it: that has the refs
// and borrows the objects, but not the configuration and the hooks, so nothing that the repository says takes part. What
// came is moved into the repository at the end; a transfer that is stopped leaves nothing.
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ToolError, type Context } from '@mcp/runtime';
import {
  toArguments,
  type Command,
  type Operand,
  type Option,
  type RemoteName,
  type RemoteUrl,
} from '../repository/arguments.ts';
import { toTransferEnvironment } from '../repository/environment.ts';
import { refusal, toFailure } from '../repository/errors.ts';
import { readKeys } from '../repository/config.ts';
import { runGit, type Limits } from '../repository/client.ts';
import { transferPolicy } from '../repository/trust.ts';
import type { Repository } from '../repository/repository.ts';
import { checkVersion } from '../repository/version.ts';
import { splitLines } from '../read/records.ts';
import { operatorSsh } from './operator-ssh.ts';
import { TransferWatch } from './progress.ts';
import type { Remote } from './remotes.ts';
import { toAddress, type Address } from './url.ts';

/** What git said. */
export interface Said {
  readonly code: number;
  readonly text: string;
  /** The lines of standard error, without progress. */
  readonly lines: readonly string[];
}

/** Names of refs, and the objects that they point to. */
export type Refs = ReadonlyMap<string, string>;

/** Whether something goes to the remote or comes from it. */
export type Direction = 'fetch' | 'push';

/** One transfer. Dispose of it, whatever happens. */
export class Transfer implements Disposable {
  readonly address: Address;
  readonly name: RemoteName;
  /** The refs of the repository when it began. */
  readonly before: Refs;
  /** Settings of the repository that had no effect. */
  readonly neutralised: readonly string[];
  readonly #repository: Repository;
  readonly #directory: string;
  readonly #ctx: Context;
  readonly #ssh: string;

  private constructor(
    repository: Repository,
    ctx: Context,
    parts: Pick<Transfer, 'address' | 'name' | 'before' | 'neutralised'> & {
      readonly directory: string;
      readonly ssh: string;
    },
  ) {
    this.#repository = repository;
    this.#ctx = ctx;
    this.address = parts.address;
    this.name = parts.name;
    this.before = parts.before;
    this.neutralised = parts.neutralised;
    this.#directory = parts.directory;
    this.#ssh = parts.ssh;
  }

  /**
   * Prepares a transfer with a remote.
   *
   * @throws {ToolError} when its address is refused, or the repository lacks objects on purpose.
   */
  static async start(
    repository: Repository,
    remote: Remote & { readonly name: RemoteName },
    direction: Direction,
    ctx: Context,
  ): Promise<Transfer> {
    const limits = limitsOf(repository, ctx.signal);
    const address = toAddress(remote[direction], repository.directory, (path) => repository.inside(path));
    await checkLocal(address, direction, repository, limits);
    const keys = await readKeys(repository, limits);
    await checkVersion();
    if (keys.some(isPartial)) throw partial('This repository');
    const [before, format, ssh] = await Promise.all([
      readRefs(repository, ctx.signal),
      keys.some(isFormat) ? readFormat(repository, ctx.signal) : 'sha1',
      operatorSsh(limits),
    ]);
    const { neutralised } = transferPolicy(repository.options.trust, keys);
    const directory = prepare(repository, before, format);
    return new Transfer(repository, ctx, { address, name: remote.name, before, neutralised, directory, ssh });
  }

  /**
   * Runs a command with the remote for its first operand.
   *
   * @throws {ToolError} when git refuses, with another exit code than 0 and those of `answers`.
   */
  async run(command: Command, answers: readonly number[] = []): Promise<Said> {
    const { options, directory } = this.#repository;
    const isTrusted = options.trust === 'trusted';
    const watch = new TransferWatch(this.#ctx);
    const remote: RemoteName | RemoteUrl = isTrusted ? this.name : this.address.url;
    const operands: Operand[] = ['--end-of-options', remote, ...(command.operands ?? [])];
    const env = toTransferEnvironment(
      transferPolicy(options.trust, []).settings,
      this.address.protocols,
      this.#ssh,
    );
    env['GIT_DIR'] = this.#directory;
    if (isTrusted) {
      // With its hooks and its configuration, and where they expect to be run.
      env['GIT_WORK_TREE'] = directory;
      delete env['GIT_SSH_COMMAND'];
    }
    const said = await runTransfer(
      { args: toArguments({ ...command, operands }), cwd: isTrusted ? directory : this.#directory, env },
      limitsOf(this.#repository, this.#ctx.signal),
      watch,
    );
    if (said.code === 0 || answers.includes(said.code)) return said;
    throw toFailure(command.name, said.lines.join('\n'));
  }

  /** The refs that the transfer has now. */
  async refs(): Promise<Refs> {
    const chunks: Buffer[] = [];
    const env = { ...toTransferEnvironment([], 'none', ''), GIT_DIR: this.#directory };
    const args = ['for-each-ref', REF_FORMAT];
    await runGit(
      { args, cwd: this.#directory, env },
      limitsOf(this.#repository, this.#ctx.signal),
      (chunk) => chunks.push(chunk) > 0,
    );
    return toRefs(Buffer.concat(chunks).toString('utf8'));
  }

  /** Moves the objects that came, and where the history is cut off, into the repository. */
  keep(): void {
    const [from, to] = [join(this.#directory, 'objects'), join(this.#repository.commonDir, 'objects')];
    for (const folder of readdirSync(from)) {
      if (!/^(?:pack|[0-9a-f]{2})$/.test(folder)) continue;
      mkdirSync(join(to, folder), { recursive: true });
      if (!this.#repository.isAllowed(realpathSync.native(join(to, folder))))
        throw refusal('access_denied', 'A folder for objects is outside of the allowed directories.');
      // What finds a pack comes last: then all of it is there.
      const files = readdirSync(join(from, folder)).toSorted((a, b) => rank(a) - rank(b));
      for (const file of files) renameSync(join(from, folder, file), join(to, folder, file));
    }
    keepShallow(join(this.#directory, 'shallow'), join(this.#repository.commonDir, 'shallow'));
  }

  [Symbol.dispose](): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

const rank = (file: string): number => (file.endsWith('.idx') ? 1 : 0);

const limitsOf = ({ options: { timeoutMs } }: Repository, signal: AbortSignal): Limits => ({
  signal,
  timeoutMs,
});

/** Runs git with progress for the client, and collects what it says. */
export const runTransfer = async (
  invocation: { readonly args: readonly string[]; readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  limits: Limits,
  watch: TransferWatch,
): Promise<Said> => {
  const chunks: Buffer[] = [];
  const { code } = await runGit(
    { ...invocation, watch: watch.add },
    limits,
    (chunk) => chunks.push(chunk) < 10_000,
  );
  return { code, text: Buffer.concat(chunks).toString('utf8'), lines: watch.end() };
};

const isPartial = (key: string): boolean => /^(?:extensions\.partialclone|remote\..*\.promisor)$/i.test(key);

const isFormat = (key: string): boolean => key.toLowerCase() === 'extensions.objectformat';

const partial = (what: string): ToolError =>
  new ToolError(`${what} is a partial clone, which this server does not transfer. Ask the user to do it.`);

/**
 * Checks a remote that is a directory: git runs there with the configuration of that repository, and its hooks when
 * something is pushed.
 *
 * @throws {ToolError} when that could start a program.
 */
export const checkLocal = async (
  { local, shown }: Address,
  direction: Direction,
  { options: { trust } }: Pick<Repository, 'options'>,
  limits: Limits,
): Promise<void> => {
  if (local === undefined || trust === 'trusted') return;
  if (direction === 'push')
    throw new ToolError(
      `${shown} is a directory: its hooks would run here. Ask the user to start the server with --trust-repo-config.`,
    );
  if ((await readKeys(local, limits)).some(isPartial)) throw partial(shown);
};

const REF_FORMAT: Option = '--format=%(objectname) %(refname) %(symref)';

const readRefs = async (repository: Repository, signal: AbortSignal): Promise<Refs> => {
  const command = { name: 'for-each-ref', options: [REF_FORMAT] } as const;
  return toRefs((await repository.read({ command, signal })).text);
};

// A ref that points to another one, like origin/HEAD, is none of its own.
const toRefs = (listed: string): Refs =>
  new Map(
    splitLines(listed).flatMap((line) => {
      const [hash = '', name = '', target = ''] = line.split(' ');
      return target === '' ? [[name, hash] as const] : [];
    }),
  );

const readFormat = async (repository: Repository, signal: AbortSignal): Promise<string> => {
  const command = { name: 'rev-parse', options: ['--show-object-format'] } as const;
  return (await repository.read({ command, signal })).text.trim();
};

// In the folder for objects, with a name that `git gc` takes for what a transfer has left.
const prepare = (repository: Repository, refs: Refs, format: string): string => {
  const { commonDir, gitDir, options } = repository;
  const objects = join(commonDir, 'objects');
  if (/[\n"]/.test(objects)) throw new ToolError(`${objects} is a path that git cannot borrow objects from.`);
  const directory = mkdtempSync(join(objects, 'tmp_objdir-mcp-'));
  mkdirSync(join(directory, 'objects/info'), { recursive: true });
  mkdirSync(join(directory, 'refs'));
  writeFileSync(join(directory, 'objects/info/alternates'), `${objects}\n`);
  // A branch that is not there: none is checked out.
  writeFileSync(join(directory, 'HEAD'), 'ref: refs/mcp/none\n');
  const lines = [...refs].map(([name, hash]) => `${hash} ${name}\n`);
  writeFileSync(join(directory, 'packed-refs'), `# pack-refs with: sorted \n${lines.join('')}`);
  const own = options.trust === 'trusted' ? trustedConfig(commonDir, gitDir) : '\tbare = true\n';
  const extensions = format === 'sha1' ? '' : `[extensions]\n\tobjectFormat = ${format}\n`;
  writeFileSync(
    join(directory, 'config'),
    `[core]\n\trepositoryFormatVersion = ${format === 'sha1' ? 0 : 1}\n${own}${extensions}`,
  );
  if (existsSync(join(commonDir, 'shallow')))
    copyFileSync(join(commonDir, 'shallow'), join(directory, 'shallow'));
  return directory;
};

const trustedConfig = (commonDir: string, gitDir: string): string => {
  const paths = [join(commonDir, 'config'), join(gitDir, 'config.worktree')].filter((path) =>
    existsSync(path),
  );
  const includes = paths.map((path) => `\tpath = "${path.replaceAll('\\', '\\\\')}"\n`);
  return `\thooksPath = "${join(commonDir, 'hooks').replaceAll('\\', '\\\\')}"\n[include]\n${includes.join('')}`;
};

// As git does it: through a lock.
const keepShallow = (from: string, to: string): void => {
  if (!existsSync(from) && !existsSync(to)) return;
  const lock = `${to}.lock`;
  try {
    // Never into a file, or through a link, that is there.
    if (existsSync(from)) copyFileSync(from, lock, constants.COPYFILE_EXCL);
    else writeFileSync(lock, '', { flag: 'wx' });
  } catch {
    throw refusal(
      'locked',
      `${lock} is there already.`,
      'Another git is at work, or one has crashed. Try again.',
    );
  }
  if (existsSync(from)) return renameSync(lock, to);
  rmSync(to, { force: true });
  rmSync(lock);
};
