// Flags of a command line: how they are declared, how they are read from arguments and environment.
import { parseArgs } from 'node:util';
import { nearest } from '../core/nearest.ts';

/** One flag, without its dashes. Each has a twin in the environment: `MCP_<SERVER>_<FLAG>`. */
export interface Flag {
  /** A number is 0 or more. */
  readonly type: 'boolean' | 'string' | 'number';
  readonly description: string;
  /** One letter. */
  readonly short?: string;
  /** What stands for the value in `--help`. */
  readonly placeholder?: string;
  /** It names a file or directory: `--print-config` makes it absolute. */
  readonly isPath?: boolean;
  /** The values that are allowed. */
  readonly values?: readonly string[];
  /** May be given more than once, or as a list with commas. */
  readonly multiple?: boolean;
  /** For strings and numbers. Booleans are false and lists empty. */
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

/** The values of flags: booleans are false and lists empty when not given. */
export type FlagValues<F extends Flags> = { readonly [K in keyof F]: FlagValue<F[K]> };

/** The command line is wrong. Its message goes to stderr with the usage; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was given on the command line and in the environment. */
export interface CommandInput<F extends Flags> {
  readonly positionals: readonly string[];
  readonly flags: FlagValues<F>;
}

/** The environment twin of a flag: `git`, `read-only` → `MCP_GIT_READ_ONLY`. */
export function envName(server: string, flag: string): string {
  return `MCP_${server}_${flag}`.toUpperCase().replaceAll('-', '_');
}

/**
 * Reads the flags: a flag wins over its environment twin, that over the default.
 *
 * @throws {UsageError} for a flag that does not exist or a value that it cannot have.
 */
export function readFlags<F extends Flags>(
  flags: F,
  server: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): CommandInput<F> {
  const { values, positionals } = parseCommandLine(flags, args);
  const read: { [name: string]: unknown } = {};
  for (const [name, flag] of Object.entries(flags)) {
    const twin = envName(server, name);
    const fromEnv = env[twin] === '' ? undefined : env[twin];
    const where = values[name] === undefined && fromEnv !== undefined ? twin : `--${name}`;
    read[name] = readValue(where, flag, values[name] ?? fromEnv);
  }
  return { positionals, flags: read as FlagValues<F> };
}

type Parsed = { readonly [name: string]: string | boolean | (string | boolean)[] | undefined };

/** What stands where on a command line. */
export type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/**
 * Takes a command line apart. Values are not checked.
 *
 * @throws {UsageError} for a flag that does not exist, or that has or lacks a value.
 */
export function parseCommandLine(
  flags: Flags,
  args: readonly string[],
): { values: Parsed; positionals: string[]; tokens: Token[] } {
  const options = Object.entries(flags).map(([name, { type, short, multiple = false }]) => [
    name,
    {
      type: type === 'boolean' ? 'boolean' : 'string',
      multiple,
      ...(short === undefined ? {} : { short }),
    } as const,
  ]);
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries(options),
      allowPositionals: true,
      tokens: true,
    });
  } catch (error) {
    const message =
      error instanceof Error ? error.message.replace(/\. To specify a positional.*/s, '') : String(error);
    const close = nearest(/'--([\w-]+)/.exec(message)?.[1] ?? '', Object.keys(flags));
    throw new UsageError(
      close === undefined || message.includes('argument') ? message : `${message}; did you mean --${close}?`,
    );
  }
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
  return number;
}

function readBoolean(where: string, given: Parsed[string]): boolean {
  if (given === undefined) return false;
  if (given === true || given === 'true' || given === '1') return true;
  if (given === false || given === 'false' || given === '0') return false;
  throw new UsageError(`${where} must be true or false, not "${String(given)}"`);
}

function readList(where: string, flag: Flag, given: Parsed[string]): string[] {
  const parts = (Array.isArray(given) ? given : given === undefined ? [] : [given]).map(String);
  const items = parts.flatMap((part) => part.split(',')).map((item) => item.trim());
  return items.filter((item) => item !== '').map((item) => checkChoice(where, flag, item));
}

function checkChoice(where: string, { values }: Flag, text: string): string {
  if (values === undefined || values.includes(text)) return text;
  throw new UsageError(`${where} must be one of ${values.join(', ')}, not "${text}"`);
}
