// Launch: how a host starts the running command line again, or reaches it over HTTP.
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SECRETS } from '@mcp/runtime/middleware';
import { flagsOf, serverId, TELEMETRY_PACKAGES, type Command, type CommonValues } from './command.ts';
import { absolutePath, envName, parseOptions, UsageError, type Flag, type Flags } from './flags.ts';

/** A command line with which a host starts the server. */
export interface StdioLaunch {
  /** The name of the server in the host. */
  readonly id: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables that are set now. */
  readonly env: { readonly [name: string]: string };
  /** Names of further variables, whose values must not be shown. */
  readonly secrets: readonly string[];
  readonly platform: NodeJS.Platform;
}

/** A URL at which a host finds the server. */
export interface HttpLaunch {
  /** The name of the server in the host. */
  readonly id: string;
  readonly url: string;
  /** The environment variable with the token that clients must send. */
  readonly tokenEnv: string | undefined;
  readonly platform: NodeJS.Platform;
}

/** The running command line. */
export interface Invocation {
  readonly command: Command<Flags>;
  /** The path of the running program. */
  readonly script: string;
  /** The arguments of the program. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly flags: CommonValues;
  /** By flag, where it was set, like `--port` or `MCP_GIT_PORT`. */
  readonly given: ReadonlyMap<string, string>;
}

// Flags that concern only this run.
const FOR_THIS_RUN = ['install', 'uninstall', 'name', 'yes', 'force', 'print-config', 'help', 'version'];

/**
 * Returns how to start the running program again: through npx if npx or a similar program fetched it, or else by its
 * path. All paths are absolute, because a host may have another working directory.
 */
export function launchOf(invocation: Invocation): StdioLaunch {
  const { command, script, args } = invocation;
  const { platform, execPath } = process;
  const absolute = withAbsolutePaths(command, args);
  const common = { id: idOf(invocation), ...settingsOf(invocation), platform };
  if (isFetched(script))
    return { ...common, ...throughNpx(platform, [...packagesOf(invocation), ...absolute]) };
  return { ...common, command: execPath, args: [resolve(script), ...absolute] };
}

/** Returns the command that starts a package. On Windows npx is a batch file, which needs a shell. */
export function throughNpx(
  platform: NodeJS.Platform,
  words: readonly string[],
): Pick<StdioLaunch, 'command' | 'args'> {
  if (platform === 'win32') return { command: 'cmd', args: ['/c', 'npx', '-y', ...words] };
  return { command: 'npx', args: ['-y', ...words] };
}

/**
 * Returns the URL of the server that these flags start.
 *
 * @throws {UsageError} if the port is not known in advance.
 */
export function addressOf(invocation: Invocation): HttpLaunch {
  const { host, port, 'auth-audience': audience, 'auth-token-env': tokenEnv } = invocation.flags;
  const common = { id: idOf(invocation), tokenEnv, platform: process.platform };
  if (audience !== undefined) return { ...common, url: audience };
  if (port === 0)
    throw new UsageError(
      '--print-config and --install with --transport http need a --port: 0 is a different one each time',
    );
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const name = reachable.includes(':') ? `[${reachable}]` : reachable;
  return { ...common, url: `http://${name}:${port}/mcp` };
}

function idOf({ command, flags: { name } }: Invocation): string {
  if (name === undefined) return serverId(command.name);
  if (/^[\w-]{1,40}$/.test(name)) return name;
  throw new UsageError(`--name must be 1 to 40 letters, digits, _ and -, not "${name}"`);
}

// With `--otel`, npx also has to fetch the SDK, and then needs the name of the program.
function packagesOf({ command: { name, package: own }, flags }: Invocation): string[] {
  if (!flags.otel) return [own];
  return [...[own, ...TELEMETRY_PACKAGES].flatMap((each) => ['--package', each]), name];
}

// The caches of npx, pnpm dlx, bunx and yarn dlx, which may be deleted at any time.
const FETCHED = /[\\/](?:_npx|dlx|dlx-[^\\/]*|bunx-[^\\/]*)[\\/]/;

function isFetched(script: string): boolean {
  return FETCHED.test(resolve(script)) || (existsSync(script) && FETCHED.test(realpathSync(script)));
}

// Flags on the command line win over the environment, so their variables are left out.
function settingsOf({ command, env, flags, given }: Invocation): Pick<StdioLaunch, 'env' | 'secrets'> {
  const own = Object.entries<Flag>(flagsOf(command))
    .map(([name, flag]) => ({ ...flag, flag: name, name: envName(serverId(command.name), name) }))
    .filter(({ flag, name }) => given.get(flag) === name && !FOR_THIS_RUN.includes(flag));
  const telemetry = Object.keys(flags.otel ? env : {}).filter((name) => name.startsWith('OTEL_'));
  // Headers contain credentials for the collector.
  const all = [...own, ...telemetry.map((name) => ({ name, isSecret: name.endsWith('_HEADERS') }))];
  const set = all
    .map((flag) => ({ ...flag, value: env[flag.name] ?? '' }))
    .filter(({ value }) => value !== '');
  const isSecret = (flag: { readonly isSecret?: boolean; readonly value: string }): boolean =>
    flag.isSecret === true || SECRETS.some((secret) => flag.value.search(secret) >= 0);
  const shown = set.filter((flag) => !isSecret(flag));
  return {
    env: Object.fromEntries(shown.map((flag) => [flag.name, toAbsolute(flag, flag.value)])),
    secrets: set.filter(isSecret).map(({ name }) => name),
  };
}

function withAbsolutePaths(command: Command<Flags>, args: readonly string[]): string[] {
  const flags: Flags = flagsOf(command);
  const options = parseOptions(flags);
  const { tokens } = parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  return tokens.flatMap((token) => {
    if (token.kind === 'option-terminator') return ['--'];
    if (token.kind === 'positional')
      return [command.positionals?.arePaths === true ? absolutePath(token.value) : token.value];
    if (FOR_THIS_RUN.includes(token.name)) return [];
    if (token.value === undefined) return [token.rawName];
    return withValue(token.rawName, toAbsolute(flags[token.name], token.value));
  });
}

function toAbsolute(flag: Partial<Flag> = {}, value: string): string {
  if (flag.isPath !== true) return value;
  if (flag.multiple !== true) return absolutePath(value);
  const paths = value.split(',').map((path) => path.trim());
  return paths.map((path) => (path === '' ? path : absolutePath(path))).join(',');
}

// A separate value that begins with a dash would be read as a flag.
function withValue(flag: string, value: string): string[] {
  if (!value.startsWith('-')) return [flag, value];
  return [flag.startsWith('--') ? `${flag}=${value}` : `${flag}${value}`];
}
