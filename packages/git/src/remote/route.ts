// How a transfer reaches its remote: which host the settings of the operator lead to, whether it may be reached, and by
// which way.
import { homedir } from 'node:os';
import { parse } from 'node:path';
import { GitError } from '../git-error.ts';
import { toConfigText } from '../view/allowed-keys.ts';
import { fixedSettings, outputOf, toEnvironment, type Setting } from '../process/environment.ts';
import { readOperator, readSettings } from '../view/operator.ts';
import { runOutside } from '../process/outside.ts';
import { makeView } from '../view/view.ts';
import type { GitPolicy, Limits } from '../process/work.ts';
import { Gate } from './gate.ts';
import { checkTarget, isNamed, resolveTarget, type HostRule, type Target } from './hosts.ts';
import { endpointOf, type Address, type Endpoint } from './url.ts';

/** What a transfer runs with, to reach its remote and nothing else. */
export interface Route extends AsyncDisposable {
  readonly settings: readonly Setting[];
  readonly env: NodeJS.ProcessEnv;
  /** A text of git, without names that only the server knows. */
  toShown(text: string): string;
  /** Why a connection was refused; undefined when none was. */
  readonly refusal: GitError | undefined;
}

/** Whether something goes to the remote or comes from it. */
export type Direction = 'fetch' | 'push';

/** What the way is for. */
interface Purpose {
  /** That of the remote in the transfer. */
  readonly name: string;
  readonly direction: Direction;
}

/**
 * Finds the way to a remote.
 *
 * @throws {GitError} when its host may not be reached, or the directory cannot be read safely.
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
    // On this machine. What it sends git to is not looked at, so git does not go there.
    return direct([NO_REDIRECTS]);
  }
  if (hasProxy(operator)) {
    await checkBehindProxy(rules, target);
    return direct([NO_REDIRECTS]);
  }
  checkTarget(rules, target);
  return throughGate(rules, name);
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
 * To a repository on this machine. Git starts git there, with the configuration of that repository: so it gets a view
 * of it as the address, and what a view cannot make safe is refused.
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
  // Settings of the command do not reach the git that it starts there.
  const config = toConfigText([...entries, ...fixedSettings('write', trust)]);
  const { commonDir, gitDir } = local;
  const view = makeView(local.makeFolder(), commonDir, { config, unused, gitDir });
  if (view === undefined) return direct([]);
  return {
    ...direct([[`url.${view}.insteadOf`, url]]),
    toShown: (text) => text.replaceAll(view, gitDir),
  };
};

/** The error for a repository whose objects are partly at a remote: git would have to fetch them from there. */
export const partial = (what: string): GitError =>
  new GitError(`${what} is a partial clone, which this server does not transfer. Ask the user to do it.`);

const throughGate = async (rules: readonly HostRule[], name: string): Promise<Route> => {
  const gate = await Gate.open(rules);
  return {
    settings: [
      ['http.proxy', gate.url],
      ['http.proxyAuthMethod', 'basic'],
      [`remote.${name}.proxy`, gate.url],
    ],
    // Else curl would pass by the gate for some hosts.
    env: { NO_PROXY: '', no_proxy: '' },
    toShown: (text) => text,
    get refusal() {
      return gate.refusal;
    },
    [Symbol.asyncDispose]: () => gate[Symbol.asyncDispose](),
  };
};

const PROXIES = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];

/** Whether the operator has a proxy: it is the only way out then, and resolves names itself. */
const hasProxy = (operator: readonly Setting[]): boolean =>
  PROXIES.some((variable) => (process.env[variable] ?? '') !== '') ||
  operator.some(([key, value]) => /^http\.(?:.*\.)?proxy$/s.test(key) && value !== '');

const checkBehindProxy = async (rules: readonly HostRule[], target: Target): Promise<void> => {
  checkTarget(rules, target);
  try {
    await resolveTarget(rules, target);
  } catch (error) {
    // A name that only the proxy knows.
    if (!(error instanceof GitError && error.code === 'unreachable')) throw error;
  }
};

/** The address that git uses, as `url.<base>.insteadOf` of the operator says. */
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

// The configuration of ssh may have another name, or a way of its own, for a host.
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
  const isOnItsWay = ['proxyjump', 'proxycommand'].some((name) => (option(name) ?? 'none') !== 'none');
  // ssh looks the name up itself: a name that leads elsewhere a moment later meets a host key that is not known.
  if (isOnItsWay || isNamed(rules, effective)) checkTarget(rules, effective);
  else await resolveTarget(rules, effective);
};
