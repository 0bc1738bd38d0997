// A transfer between a repository and a remote. Git reads more of a repository's configuration there than anywhere else
// (helpers, proxies, addresses, hooks), so it runs with a git directory that was made for the transfer: its configuration
// is ours, its refs are links to those of the repository, and it uses the objects of the repository.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { ToolError, type Context } from '@mcp/runtime';
import { toArguments, type Command, type Option, type Refspec } from '../repository/arguments.ts';
import { Collected, runGit, type Invocation, type Limits } from '../repository/client.ts';
import { operatorSsh, readConfig } from '../repository/config.ts';
import { toTransferEnvironment, type Setting } from '../repository/environment.ts';
import { refusal, toFailure } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import type { GitOptions } from '../repository/work.ts';
import { transferSettings } from '../repository/settings.ts';
import { splitLines } from '../read/records.ts';
import { TransferWatch } from './progress.ts';
import type { NamedRemote } from './remotes.ts';
import { openRoute } from './route.ts';
import { removeSymbolicRefs } from './symbolic-refs.ts';
import { toAddress, type Address } from './url.ts';

/** What git printed. */
export interface TransferOutput {
  readonly code: number;
  readonly text: string;
  /** The lines of standard error, without progress. */
  readonly lines: readonly string[];
}

/** Names of refs, and the objects that they point to. */
type Refs = ReadonlyMap<string, string>;

/** Whether something goes to the remote or comes from it. */
export type Direction = 'fetch' | 'push';

/** What a transfer is made of. */
export interface TransferRequest {
  readonly direction: Direction;
  /** Nothing of the repository changes. */
  readonly dryRun: boolean;
  /** Which branches of the remote go where, in the repository. */
  readonly tracking: readonly Refspec[];
  readonly options: readonly Option[];
  readonly refspecs: readonly Refspec[];
}

/** A transfer that has ended. */
export interface Transferred {
  readonly address: Address;
  readonly before: Refs;
  readonly after: Refs;
  readonly output: TransferOutput;
  /** Settings of the repository that had no effect. */
  readonly neutralised: readonly string[];
}

/**
 * Runs a transfer with a remote. Exit code 1 is an answer.
 *
 * @throws {ToolError} when the address is refused, the remote cannot be reached, or the repository lacks objects on
 *   purpose.
 */
export const transfer = async (
  repository: Repository,
  remote: NamedRemote,
  request: TransferRequest,
  ctx: Context,
): Promise<Transferred> => {
  const { limits, options } = repository;
  const { direction: name } = request;
  const isTrusted = options.trust === 'trusted';
  const address = toAddress(remote[name], repository.directory, (path) => repository.inside(path));
  await checkLocal(address, name, options);
  const config = await repository.config();
  if (config.isPartial) throw partial('This repository');
  await removeSymbolicRefs(repository, remote.name);
  const before = toRefs((await repository.read(LIST_REFS)).text);
  const format = new Map(config.entries).get('extensions.objectformat') ?? 'sha1';
  await using route = await openRoute(address, remote.name, options.remoteHosts, limits);
  const directory = prepare(repository, request.dryRun, format);
  try {
    const settings: Setting[] = [
      [`remote.${remote.name}.url`, address.url],
      ...request.tracking.map((refspec): Setting => [`remote.${remote.name}.fetch`, refspec]),
    ];
    const env = {
      ...toTransferEnvironment(
        [...transferSettings(options.trust), ...(isTrusted ? [] : settings), ...route.settings],
        address.protocols,
        await operatorSsh(limits),
      ),
      ...route.env,
      ...toVariables(repository, directory, request.dryRun),
      GIT_REFLOG_ACTION: `${name} ${remote.name}`,
    };
    const cwd = isTrusted ? repository.directory : directory;
    const args = toArguments({
      name,
      options: ['--progress', '--no-recurse-submodules', ...request.options],
      operands: ['--end-of-options', remote.name, ...request.refspecs],
    });
    const output = await runTransfer({ args, cwd, env, share: repository.commonDir }, limits, ctx);
    if (output.code > 1) throw route.refusal ?? toFailure(name, output.lines.join('\n'));
    const listed = await runTransfer(
      { args: toArguments(LIST_REFS), cwd, env, share: repository.commonDir },
      limits,
      ctx,
    );
    if (!request.dryRun) keepShallow(repository, directory);
    const neutralised = isTrusted ? [] : config.unused;
    return { address, before, after: toRefs(listed.text), output, neutralised };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Runs git with progress for the client, and collects what it prints. */
export const runTransfer = async (
  invocation: Omit<Invocation, 'input' | 'watch'>,
  limits: Limits,
  ctx: Context,
): Promise<TransferOutput> => {
  const output = new Collected(MAX_BYTES);
  const watch = new TransferWatch(ctx);
  const { code } = await runGit({ ...invocation, watch: watch.add }, limits, output.take);
  return { code, text: output.bytes.toString('utf8'), lines: watch.end() };
};

/** Of the list of refs, or of what is pushed. */
const MAX_BYTES = 100_000_000;

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
  { trust }: Pick<GitOptions, 'trust'>,
): Promise<void> => {
  if (local === undefined || trust === 'trusted') return;
  if (direction === 'push')
    throw new ToolError(
      `${shown} is a directory: its hooks would run here. Ask the user to start the server with --trust-repo-config.`,
    );
  if ((await readConfig(local)).isPartial) throw partial(shown);
};

const LIST_REFS: Command = {
  name: 'for-each-ref',
  options: ['--format=%(objectname) %(refname) %(symref)'],
};

// A ref that points to another one, like origin/HEAD, is none of its own.
const toRefs = (listed: string): Refs =>
  new Map(
    splitLines(listed).flatMap((line) => {
      const [hash = '', name = '', target = ''] = line.split(' ');
      return target === '' ? [[name, hash] as const] : [];
    }),
  );

const toVariables = (
  { commonDir, directory: workTree, options }: Repository,
  directory: string,
  dryRun: boolean,
): NodeJS.ProcessEnv => {
  const objects = join(commonDir, 'objects');
  return {
    GIT_DIR: directory,
    GIT_OBJECT_DIRECTORY: dryRun ? join(directory, 'objects') : objects,
    ...(dryRun ? { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects } : {}),
    // With its hooks and its configuration, and where they expect to be run.
    ...(options.trust === 'trusted' ? { GIT_WORK_TREE: workTree, GIT_SSH_COMMAND: undefined } : {}),
  };
};

/** What the made git directory has of the repository. */
const SHARED = ['refs', 'logs', 'packed-refs', 'shallow'];

// In the folder for objects, with a name that `git gc` takes for what a transfer has left.
const prepare = (repository: Repository, dryRun: boolean, format: string): string => {
  const { commonDir, options } = repository;
  if (dryRun && join(commonDir, 'objects').includes(delimiter))
    throw new ToolError(`dry_run does not work in ${commonDir}: git cannot borrow objects from such a path.`);
  const directory = mkdtempSync(join(commonDir, 'objects/tmp_objdir-mcp-'));
  try {
    mkdirSync(join(directory, 'objects'));
    // A branch that is not there: none is checked out.
    writeFileSync(join(directory, 'HEAD'), 'ref: refs/mcp/none\n');
    const own = options.trust === 'trusted' ? trustedConfig(repository) : '\tbare = true\n';
    const [version, extensions] =
      format === 'sha1' ? [0, ''] : [1, `[extensions]\n\tobjectFormat = ${format}\n`];
    writeFileSync(
      join(directory, 'config'),
      `[core]\n\trepositoryFormatVersion = ${version}\n\tlogAllRefUpdates = true\n${own}${extensions}`,
    );
    for (const name of SHARED) share(join(commonDir, name), join(directory, name), dryRun);
    return directory;
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
};

const share = (from: string, to: string, isCopy: boolean): void => {
  if (isCopy) {
    if (existsSync(from)) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    return;
  }
  try {
    // Also to a file that is not there yet: git makes it where the link leads.
    symlinkSync(from, to);
    // Wine says that it has made a link, and has made none.
    if (process.platform === 'win32') lstatSync(to);
  } catch (error) {
    throw refusal(
      'unsupported',
      `This system does not let the server make links (${error instanceof Error ? error.message : String(error)}).`,
      'Ask the user to allow symbolic links (on Windows: developer mode).',
    );
  }
};

const trustedConfig = ({ commonDir, gitDir }: Repository): string => {
  const quote = (path: string): string => `"${path.replaceAll('\\', '\\\\')}"`;
  const includes = [join(commonDir, 'config'), join(gitDir, 'config.worktree')]
    .filter((path) => existsSync(path))
    .map((path) => `\tpath = ${quote(path)}\n`);
  return `\thooksPath = ${quote(join(commonDir, 'hooks'))}\n[include]\n${includes.join('')}`;
};

// Git writes `shallow` where the link leads, but removes the link itself when nothing is cut off any more.
const keepShallow = ({ commonDir }: Repository, directory: string): void => {
  const isLinked = lstatSync(join(directory, 'shallow'), { throwIfNoEntry: false }) !== undefined;
  if (!isLinked) rmSync(join(commonDir, 'shallow'), { force: true });
};
