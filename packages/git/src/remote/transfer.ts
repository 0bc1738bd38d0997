// Transfer between a repository and a remote. For a transfer, git reads more configuration than for any other command
// (helpers, proxies, addresses, hooks), so git gets a view of the repository in which the remote has a checked address.
import { randomUUID } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toConfigText } from '../view/allowed-keys.ts';
import { toArguments, toRemoteName, type Option, type Refspec } from '../arguments/arguments.ts';
import { runGit, type Invocation } from '../process/client.ts';
import type { Config } from '../view/config.ts';
import { operatorSsh } from '../view/operator.ts';
import { toTransferEnvironment, transferSettings, type Setting } from '../process/environment.ts';
import { toFailure } from '../process/errors.ts';
import { toVariables } from '../process/invocation.ts';
import type { Repository } from '../repository.ts';
import type { GitRequest } from '../request.ts';
import { makeView } from '../view/view.ts';
import { Collected, type Limits } from '../process/work.ts';
import { TransferWatch } from './progress.ts';
import type { NamedRemote } from './remotes.ts';
import { openRoute, partial, type Direction } from './route.ts';
import { removeSymbolicRefs } from './symbolic-refs.ts';
import { toAddress, type Address } from './url.ts';

/** The output of git. */
export interface TransferOutput {
  readonly code: number;
  readonly text: string;
  /** The lines of standard error, without progress. */
  readonly lines: readonly string[];
}

/** The object that each ref points to. */
type Refs = ReadonlyMap<string, string>;

/** The parameters of a transfer. */
export interface TransferRequest {
  readonly direction: Direction;
  /** Whether the repository must not change. */
  readonly dryRun: boolean;
  /** The branches of the remote and their remote-tracking refs. */
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
}

/**
 * Runs a transfer with a remote. Exit code 1 is a result, not an error.
 *
 * @throws {GitError} if the address is not allowed, the remote cannot be reached, or the repository is a partial clone.
 */
export const transfer = async (
  repository: Repository,
  remote: NamedRemote,
  request: TransferRequest,
  watcher: Pick<GitRequest, 'progress'>,
): Promise<Transferred> => {
  const { limits, options } = repository;
  const { direction, dryRun, tracking } = request;
  const address = await toAddress(remote[direction], repository.directory, (path) => repository.inside(path));
  const isTrusted = options.trust === 'trusted';
  // A name that no configuration can have settings for.
  const name = isTrusted ? remote.name : toRemoteName(`mcp-${randomUUID()}`, 'remote');
  await using route = await openRoute(address, { name, direction }, options, limits);
  const config = await repository.config();
  if (config.isPartial) throw partial('This repository');
  // A dry run has its own refs.
  if (!dryRun) await removeSymbolicRefs(repository, remote.name);
  const before = toRefs((await repository.read(LIST_REFS)).text);
  const view = toView(repository, config, dryRun ? before : undefined);
  // A view with its own refs is a git directory.
  const shown = dryRun && view !== undefined ? { gitDir: view, commonDir: view } : repository;
  const own: Setting[] = [
    [`remote.${name}.url`, address.url],
    ...tracking.map((refspec): Setting => [`remote.${name}.fetch`, refspec]),
  ];
  const settings = [...transferSettings(options.trust), ...(isTrusted ? [] : own), ...route.settings];
  const env = {
    ...toTransferEnvironment(settings, address.protocols, await operatorSsh(limits)),
    ...route.env,
    // Only hooks of a trusted repository use its files.
    ...toVariables(isTrusted ? repository : { isBare: true }, shown, dryRun ? undefined : view),
    ...(isTrusted ? { GIT_SSH_COMMAND: undefined } : {}),
    GIT_REFLOG_ACTION: `${direction} ${remote.name}`,
  };
  const where = {
    cwd: isTrusted || view === undefined ? repository.directory : view,
    env,
    share: repository.commonDir,
  };
  const args = toArguments({
    name: direction,
    options: ['--progress', '--no-recurse-submodules', ...request.options],
    operands: ['--end-of-options', name, ...request.refspecs],
  });
  const { code, text, lines: said } = await runTransfer({ ...where, args }, limits, watcher);
  const lines = said.map((line) => route.toShown(line));
  if (code > 1) throw route.refusal ?? toFailure(direction, { code, errors: lines.join('\n') });
  const listed = await runTransfer({ ...where, args: toArguments(LIST_REFS) }, limits, watcher);
  if (view !== undefined && !dryRun) syncShallow(repository, view);
  return { address, before, after: toRefs(listed.text), output: { code, text, lines } };
};

/** Runs git, sends progress to the client and collects the output. */
export const runTransfer = async (
  invocation: Omit<Invocation, 'input' | 'confinement' | 'watch'>,
  limits: Limits,
  watcher: Pick<GitRequest, 'progress'>,
): Promise<TransferOutput> => {
  const output = new Collected(MAX_BYTES);
  const watch = new TransferWatch(watcher);
  const { code } = await runGit(
    { ...invocation, confinement: 'network', watch: watch.add },
    limits,
    output.add,
  );
  return { code, text: output.bytes.toString('utf8'), lines: watch.end() };
};

/** For the list of refs, or of pushed refs. */
const MAX_BYTES = 100_000_000;

const LIST_REFS = {
  name: 'for-each-ref',
  options: ['--format=%(objectname) %(refname) %(symref)'],
} as const;

// Leaves out symbolic refs like origin/HEAD.
const toRefs = (listed: string): Refs =>
  new Map(
    listed.split('\n').flatMap((line) => {
      const [hash = '', name = '', target = ''] = line.split(' ');
      return name === '' || target !== '' ? [] : [[name, hash] as const];
    }),
  );

/**
 * Creates the view for git, with its own refs if nothing may change. Returns undefined if git reads the repository.
 *
 * @throws {GitError} if this system cannot create links and the configuration has a key that git must not see.
 */
const toView = (
  repository: Repository,
  { entries, unused }: Config,
  refs: Refs | undefined,
): string | undefined => {
  const { trust } = repository.options;
  const isTrusted = trust === 'trusted';
  if (isTrusted && refs === undefined) return undefined;
  // Packed refs are of the format that all versions of git know.
  const passedOn = refs === undefined ? entries : entries.filter(([key]) => key !== 'extensions.refstorage');
  return makeView(repository.makeFolder(), repository.commonDir, {
    config: isTrusted ? trustedConfig(repository, entries) : toConfigText(passedOn),
    unused,
    settings: transferSettings(trust),
    refs: refs && [...refs].map(([name, hash]) => `${hash} ${name}\n`).join(''),
  });
};

/** The whole configuration of the repository. Git reads the format only from the file itself. */
const trustedConfig = ({ commonDir, gitDir }: Repository, entries: Config['entries']): string =>
  toConfigText([
    ...entries.filter(([key]) => key === 'extensions.objectformat'),
    ['core.hooksPath', join(commonDir, 'hooks')],
    ['include.path', join(commonDir, 'config')],
    ['include.path', join(gitDir, 'config.worktree')],
  ]);

// Git writes `shallow` through the link, but once the history is complete it deletes only the link.
const syncShallow = ({ commonDir }: Repository, view: string): void => {
  const isLinked = lstatSync(join(view, 'shallow'), { throwIfNoEntry: false }) !== undefined;
  if (!isLinked) rmSync(join(commonDir, 'shallow'), { force: true });
};
