// Flags: how a command declares them, and how they are read from arguments and environment.
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { isShortFor, meantFlag } from './meant-flag.ts';

/** A flag. It can also be set in the environment, as `MCP_<SERVER>_<FLAG>`. */
export interface Flag {
  /** Numbers are 0 or more. */
  readonly type: 'boolean' | 'string' | 'number';
  readonly description: string;
  /** One letter. */
  readonly short?: string;
  /** The name of the value in `--help`. */
  readonly placeholder?: string;
  /** The allowed values. Default: any. */
  readonly values?: readonly string[];
  /** Whether it takes several values: repeated, or separated by commas. */
  readonly multiple?: boolean;
  /** Whether it is a file or directory, of which `--print-config` prints the absolute path. */
  readonly isPath?: boolean;
  /** Whether `--print-config` hides a value that comes from the environment. */
  readonly isSecret?: boolean;
  /** The largest allowed number. */
  readonly max?: number;
  /** For strings and numbers. Booleans default to false, lists to empty. */
  readonly default?: string | number;
}

/** The flags of a command, by name. */
export type Flags = { readonly [name: string]: Flag };

type FlagValue<F extends Flag> = F['type'] extends 'boolean'
  ? boolean
  : F extends { readonly multiple: true }
    ? readonly string[]
    : F['type'] extends 'number'
      ? number | (F extends { readonly default: number } ? never : undefined)
      : Choice<F> | (F extends { readonly default: string } ? never : undefined);

type Choice<F extends Flag> = F extends { readonly values: readonly (infer V extends string)[] } ? V : string;

/** The values of flags by name. */
export type FlagValues<F extends Flags> = { readonly [K in keyof F]: FlagValue<F[K]> };

/** A mistake on the command line. The program prints the message to stderr and exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Rethrows an error: a `TypeError`, which an invalid option causes, as a `UsageError`. */
export function throwUsage(error: unknown): never {
  throw error instanceof TypeError ? new UsageError(error.message) : error;
}

/** The arguments and flags of a command line. */
export interface CommandInput<F extends Flags> {
  readonly positionals: readonly string[];
  readonly flags: FlagValues<F>;
}

/** Returns the environment variable for a flag: `git`, `read-only` → `MCP_GIT_READ_ONLY`. */
export function envName(server: string, flag: string): string {
  return `MCP_${server}_${flag}`.toUpperCase().replaceAll('-', '_');
}

interface ReadFlags<F extends Flags> extends CommandInput<F> {
  /** By flag, where it was set, like `--port` or `MCP_GIT_PORT`. */
  readonly given: ReadonlyMap<string, string>;
}

interface FlagSources {
  /** As `serverId` returns it. */
  readonly server: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** How help shows the arguments, if they are paths. */
  readonly paths?: string | undefined;
}

/**
 * Reads the flags. The command line wins over the environment, and the environment over defaults.
 *
 * @throws {UsageError} for an unknown flag or an invalid value.
 */
export function readFlags<F extends Flags>(flags: F, sources: FlagSources): ReadFlags<F> {
  const { values, positionals } = parse(flags, sources);
  const given = new Map<string, string>();
  const read = Object.entries(flags).map(([name, flag]) => {
    const variable = envName(sources.server, name);
    const where = values[name] === undefined ? variable : `--${name}`;
    // An empty word is probably an unset variable of a shell. It must not mean everything, or the working directory.
    const words = flag.type === 'string' ? [values[name] ?? []].flat() : [];
    if (words.some((word) => splitList([word]).length === 0))
      throw new UsageError(`--${name} is empty; write its value, or leave it out`);
    const value = values[name] ?? (sources.env[variable] || undefined);
    if (value !== undefined) given.set(name, where);
    return [name, readValue(where, flag, value)];
  });
  if (positionals.includes(''))
    throw new UsageError('an argument is empty; write its value, or leave it out');
  return { positionals, flags: Object.fromEntries(read) as FlagValues<F>, given };
}

/** Makes a path absolute, also one that begins with `~`. Returns `-`, a standard stream, unchanged. */
export function absolutePath(path: string): string {
  return path === '-' ? path : resolve(path.replace(/^~(?=$|[\\/])/, homedir()));
}

/**
 * Returns the secret in an environment variable. Flags name a variable instead of the secret because every user of the
 * machine can read command lines.
 *
 * @throws {UsageError} if the variable is not set.
 */
export function readVariable(flag: string, variable: string): string {
  const value = process.env[variable] ?? '';
  if (/[^\s,]/.test(value)) return value;
  throw new UsageError(`the environment variable ${variable}, named by ${flag}, is not set`);
}

type Parsed = { readonly [name: string]: string | boolean | (string | boolean)[] | undefined };

function parse(flags: Flags, { args, paths }: FlagSources): { values: Parsed; positionals: string[] } {
  // A mistyped flag is more often one of the server than a common one.
  const names = Object.keys(flags).toReversed();
  const end = args.indexOf('--');
  // Node.js would read `-ro` as -r with the value "o".
  const oneDash = args
    .slice(0, end < 0 ? args.length : end)
    .find((arg) => /^-\w[\w-]+$/.test(arg) && names.some((name) => isShortFor(arg.slice(1), name)));
  if (oneDash !== undefined) throw unknownFlag(oneDash, names);
  try {
    return parseArgs({ args: [...args], options: parseOptions(flags), allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, flag = message] = /'(?:-\w, )?(--?[^\s']+)/.exec(message) ?? [];
    if (message.startsWith('Unknown')) throw unknownFlag(flag, names, paths);
    if (message.includes('does not take')) throw new UsageError(`${flag} takes no value`);
    const dash = message.includes('ambiguous') ? `; if it begins with a dash, write ${flag}=…` : '';
    throw new UsageError(`${flag} needs a value${dash}`);
  }
}

function unknownFlag(flag: string, names: readonly string[], paths?: string): UsageError {
  const name = flag.replace(/^-+/, '');
  const meant = meantFlag(name, names);
  const isPath = paths !== undefined && /^(?:allowed-?)?(?:path|dir|folder|file)\w*$/i.test(name);
  const hint = isPath ? `; paths need no flag: ${paths}` : meant && `; did you mean --${meant}?`;
  return new UsageError(`there is no flag ${flag}${hint ?? ''}`);
}

/** Returns the flags as options of `parseArgs`. */
export function parseOptions(flags: Flags): NonNullable<ParseArgsConfig['options']> {
  const options = Object.entries(flags).map(([name, { type, short, multiple = false }]) => [
    name,
    { type: type === 'boolean' ? 'boolean' : 'string', multiple, ...(short && { short }) } as const,
  ]);
  return Object.fromEntries(options);
}

function readValue(where: string, flag: Flag, given: Parsed[string]): unknown {
  if (flag.type === 'boolean') return readBoolean(where, given);
  if (flag.multiple === true) return readList(where, flag, given);
  if (given === undefined) return flag.default;
  const text = String(given);
  if (flag.type === 'string') return checkChoice(where, flag, text);
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number < 0) {
    throw new UsageError(`${where} must be a number of 0 or more, not "${text}"`);
  }
  if (flag.max !== undefined && number > flag.max)
    throw new UsageError(`${where} must be a number from 0 to ${flag.max}, not "${text}"`);
  return number;
}

function readBoolean(where: string, given: Parsed[string]): boolean {
  if (given === undefined) return false;
  if (/^(?:true|1|yes|on)$/i.test(String(given))) return true;
  if (/^(?:false|0|no|off)$/i.test(String(given))) return false;
  throw new UsageError(`${where} must be true or false, not "${String(given)}"`);
}

function readList(where: string, flag: Flag, given: Parsed[string]): string[] {
  return splitList([given ?? []].flat()).map((item) => checkChoice(where, flag, item));
}

function splitList(words: readonly unknown[]): string[] {
  const items = words.flatMap((word) => String(word).split(',')).map((item) => item.trim());
  return items.filter((item) => item !== '');
}

function checkChoice(where: string, { values }: Flag, text: string): string {
  if (values === undefined || values.includes(text)) return text;
  throw new UsageError(`${where} must be one of ${values.join(', ')}, not "${text}"`);
}
