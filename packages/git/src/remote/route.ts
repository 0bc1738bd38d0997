// Route of a transfer: the host that git would connect to under the operator's settings, a check of that host, and the
// settings that limit git to it.
import { homedir } from 'node:os';
import { parse } from 'node:path';
import { GitError } from '../git-error.ts';
import { toConfigText } from '../view/allowed-keys.ts';
import { fixedSettings, outputOf, toEnvironment, type Setting } from '../process/environment.ts';
import { readOperator, readSettings } from '../view/operator.ts';
import { runOutside } from '../process/outside.ts';
import { makeView } from '../view/view.ts';
import type { GitPolicy, Limits } from '../process/work.ts';
import { TunnelProxy } from './tunnel-proxy.ts';
import { checkTarget, isNamed, resolveTarget, type HostRule, type Target } from './hosts.ts';
import { endpointOf, type Address, type Endpoint } from './url.ts';

/** Settings and environment with which git reaches its remote and no other host. */
export interface Route extends AsyncDisposable {
  readonly settings: readonly Setting[];
  readonly env: NodeJS.ProcessEnv;
  /** Replaces internal paths in a message of git. */
  toShown(text: string): string;
  /** Why a connection was refused, or undefined. */
  readonly refusal: GitError | undefined;
}

/** The direction of a transfer. */
export type Direction = 'fetch' | 'push';

interface Purpose {
  /** The name of the remote in the command. */
  readonly name: string;
  readonly direction: Direction;
}

/**
 * Finds the route to a remote.
 *
 * @throws {GitError} if its host is not allowed, or its directory cannot be read safely.
 */
export const openRoute = async (
  address: Address,
  { name, direction }: Purpose,
  options: Pick<GitPolicy, 'remoteHosts' | 'trust'>,
  limits: Limits,
): Promise<Route> => {
  const { local } = address;
  if (local !== undefined) return toDirectory({ ...address, local }, direction, options);
  const rules = options.remoteHosts;
  const operator = [...(await readSettings(limits))];
  const rewritten = operator.some(([key]) => /^url\..*\.insteadof$/s.test(key));
  const url = rewritten ? await rewrite(address.url, limits) : address.url;
  const endpoint = endpointOf(url);
  const { scheme, host } = endpoint;
  if (scheme === 'ssh') {
    await checkSsh(rules, endpoint);
    return direct([]);
  }
  const target = { host, port: endpoint.port ?? (scheme === 'http' ? HTTP_PORT : HTTPS_PORT) };
  if (scheme === 'http') {
    checkTarget(rules, target);
    // Redirects of a server on this machine would not be checked.
    return direct([NO_REDIRECTS]);
  }
  if (hasProxy(operator)) {
    await checkBehindProxy(rules, target);
    return direct([NO_REDIRECTS]);
  }
  checkTarget(rules, target);
  return throughProxy(rules, name);
};

const HTTP_PORT = 80;
const HTTPS_PORT = 443;
const SSH_PORT = 22;

const NO_REDIRECTS: Setting = ['http.followRedirects', 'false'];

const direct = (settings: readonly Setting[]): Route => ({
  settings,
  env: {},
  toShown: (text) => text,
  refusal: undefined,
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

/**
 * Returns the route to a repository on this machine. Git starts git there, with the configuration of that repository,
 * so the address becomes a view of it.
 *
 * @throws {GitError} for what a view cannot make safe: a push, because hooks would run, and a partial clone.
 */
const toDirectory = async (
  { url, local, shown }: Required<Address>,
  direction: Direction,
  { trust }: Pick<GitPolicy, 'trust'>,
): Promise<Route> => {
  if (trust === 'trusted') return direct([]);
  if (direction === 'push')
    throw new GitError(`${shown} is a directory: its hooks would run here.`, {
      code: 'access_denied',
      hint: 'Ask the user to start the server with --trust-repo-config.',
    });
  const { entries, unused, isPartial } = await local.config();
  if (isPartial) throw partial(shown);
  // The git that is started there does not get the settings of the command.
  const config = toConfigText([...entries, ...fixedSettings('write', trust)]);
  const { commonDir, gitDir } = local;
  const view = makeView(local.makeFolder(), commonDir, { config, unused, gitDir });
  if (view === undefined) return direct([]);
  return {
    ...direct([[`url.${view}.insteadOf`, url]]),
    toShown: (text) => text.replaceAll(view, gitDir),
  };
};

/** The error for a partial clone, for which git would have to fetch missing objects. */
export const partial = (what: string): GitError =>
  new GitError(`${what} is a partial clone, which this server does not transfer. Ask the user to do it.`);

const throughProxy = async (rules: readonly HostRule[], name: string): Promise<Route> => {
  const proxy = await TunnelProxy.open(rules);
  return {
    settings: [
      ['http.proxy', proxy.url],
      ['http.proxyAuthMethod', 'basic'],
      [`remote.${name}.proxy`, proxy.url],
    ],
    // Otherwise curl would bypass the proxy for some hosts.
    env: { NO_PROXY: '', no_proxy: '' },
    toShown: (text) => text,
    get refusal() {
      return proxy.refusal;
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
};

const PROXIES = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];

/** Whether the operator has a proxy, which resolves names itself. */
const hasProxy = (operator: readonly Setting[]): boolean =>
  PROXIES.some((variable) => (process.env[variable] ?? '') !== '') ||
  operator.some(([key, value]) => /^http\.(?:.*\.)?proxy$/s.test(key) && value !== '');

const checkBehindProxy = async (rules: readonly HostRule[], target: Target): Promise<void> => {
  checkTarget(rules, target);
  try {
    await resolveTarget(rules, target);
  } catch (error) {
    // Perhaps only the proxy can resolve the name.
    if (!(error instanceof GitError && error.code === 'unreachable')) throw error;
  }
};

/** Returns the address that git uses after `url.<base>.insteadOf` of the operator. */
const rewrite = async (url: string, limits: Limits): Promise<string> => {
  const { code, errors, output } = await runOutside(
    {
      args: ['ls-remote', '--get-url', url],
      cwd: parse(homedir()).root,
      env: toEnvironment('write', []),
      access: 'read',
      files: (await readOperator(limits)).configuration,
    },
    limits,
  );
  if (code !== 0) throw new GitError(`git cannot tell the address of the remote: ${errors.trim()}`);
  return output.bytes.toString('utf8').trim();
};

// The configuration of ssh may set another name, or a jump host, for a host.
const checkSsh = async (rules: readonly HostRule[], { user, host: given, port }: Endpoint): Promise<void> => {
  const login = user === '' ? [] : ['-l', user];
  const where = port === undefined ? [] : ['-p', String(port)];
  const stdout = await outputOf(
    'ssh',
    ['-G', ...where, ...login, '--', given],
    toEnvironment('write', []),
  ).catch(() => '');
  const option = (name: string): string | undefined => new RegExp(`^${name} (.+)$`, 'm').exec(stdout)?.[1];
  const effective = {
    host: option('hostname') ?? given,
    port: port ?? Number(option('port') ?? SSH_PORT),
  };
  const hasProxyCommand = ['proxyjump', 'proxycommand'].some((name) => (option(name) ?? 'none') !== 'none');
  // ssh resolves the name again. If the answer changes in between, the key of the other host is not known.
  if (hasProxyCommand || isNamed(rules, effective)) checkTarget(rules, effective);
  else await resolveTarget(rules, effective);
};
