// How a host reaches the command line that is running now: by starting it again, or over HTTP.
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SECRETS } from '@mcp/runtime/middleware';
import { flagsOf, serverId, TELEMETRY_PACKAGES, type Command, type CommonValues } from './command.ts';
import { absolutePath, envName, parseOptions, UsageError, type Flag, type Flags } from './flags.ts';

/** How a host starts the server: the name it gets there, and a command line. */
export interface StdioLaunch {
  readonly id: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Settings that came from the environment, by name. */
  readonly env: { readonly [name: string]: string };
  /** Names of settings from the environment whose values must not be shown. */
  readonly secrets: readonly string[];
  readonly platform: NodeJS.Platform;
}

/** Where a host finds the server: the name it gets there, and an address. */
export interface HttpLaunch {
  readonly id: string;
  readonly url: string;
  /** The environment variable with the token that clients must bring. */
  readonly tokenEnv: string | undefined;
  readonly platform: NodeJS.Platform;
}

/** The command line that is running now. */
export interface Invocation {
  readonly command: Command<Flags>;
  /** The path of the running program. */
  readonly script: string;
  /** Everything behind it. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** What both say. */
  readonly flags: CommonValues;
  /** Where flags were set, like `--port` or `MCP_GIT_PORT`, by name. */
  readonly given: ReadonlyMap<string, string>;
}

// They are about this run, or read into what is printed.
const NOT_KEPT = ['install', 'uninstall', 'name', 'yes', 'force', 'print-config', 'help', 'version'];

/**
 * How to start the running program again from anywhere: through npx when npx or the like fetched it, else this very
 * copy by its path; with absolute paths, because hosts have a working directory of their own.
 */
export function launchOf(invocation: Invocation): StdioLaunch {
  const { command, script, args } = invocation;
  const again = withAbsolutePaths(command, args);
  const { platform } = process;
  const common = { id: idOf(invocation), ...settingsOf(invocation), platform };
  if (!isFetched(script)) return { ...common, command: process.execPath, args: [resolve(script), ...again] };
  return { ...common, ...throughNpx(platform, [...packagesOf(invocation), ...again]) };
}

/** Returns what starts a package: on Windows npx is a batch file, which only the shell can start. */
export function throughNpx(
  platform: NodeJS.Platform,
  words: readonly string[],
): Pick<StdioLaunch, 'command' | 'args'> {
  if (platform === 'win32') return { command: 'cmd', args: ['/c', 'npx', '-y', ...words] };
  return { command: 'npx', args: ['-y', ...words] };
}

/**
 * Where clients reach the server that these flags start.
 *
 * @throws {UsageError} when only the running server would know its port.
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

// What `--otel` needs has to come from npx too, which then has to be told what to start.
function packagesOf({ command: { name, package: own }, flags }: Invocation): string[] {
  if (!flags.otel) return [own];
  return [...[own, ...TELEMETRY_PACKAGES].flatMap((each) => ['--package', each]), name];
}

// The caches of npx, pnpm dlx, bunx and yarn dlx. What is there may be gone tomorrow.
const FETCHED = /[\\/](?:_npx|dlx|dlx-[^\\/]*|bunx-[^\\/]*)[\\/]/;

function isFetched(script: string): boolean {
  return FETCHED.test(resolve(script)) || (existsSync(script) && FETCHED.test(realpathSync(script)));
}

// What the command line says itself wins over the environment, so it is not repeated.
function settingsOf({ command, env, flags, given }: Invocation): Pick<StdioLaunch, 'env' | 'secrets'> {
  const twins = Object.entries<Flag>(flagsOf(command))
    .map(([name, flag]) => ({ ...flag, flag: name, name: envName(serverId(command.name), name) }))
    .filter(({ flag, name }) => given.get(flag) === name && !NOT_KEPT.includes(flag));
  const others = Object.keys(flags.otel ? env : {}).filter((name) => name.startsWith('OTEL_'));
  // Headers are credentials of the collector.
  const all = [...twins, ...others.map((name) => ({ name, isSecret: name.endsWith('_HEADERS') }))];
  const set = all
    .map((flag) => ({ ...flag, value: env[flag.name] ?? '' }))
    .filter(({ value }) => value !== '');
  const isSecret = (flag: { readonly isSecret?: boolean; readonly value: string }): boolean =>
    flag.isSecret === true || SECRETS.some((secret) => flag.value.search(secret) >= 0);
  const shown = set.filter((flag) => !isSecret(flag));
  return {
    env: Object.fromEntries(shown.map((flag) => [flag.name, wholeValue(flag, flag.value)])),
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
    if (NOT_KEPT.includes(token.name)) return [];
    if (token.value === undefined) return [token.rawName];
    return withValue(token.rawName, wholeValue(flags[token.name], token.value));
  });
}

function wholeValue(flag: Partial<Flag> = {}, value: string): string {
  if (flag.isPath !== true) return value;
  if (flag.multiple !== true) return absolutePath(value);
  const paths = value.split(',').map((path) => path.trim());
  return paths.map((path) => (path === '' ? path : absolutePath(path))).join(',');
}

// A value that begins with a dash would be read as a flag of its own.
function withValue(flag: string, value: string): string[] {
  if (!value.startsWith('-')) return [flag, value];
  return [flag.startsWith('--') ? `${flag}=${value}` : `${flag}${value}`];
}
