// --config: values of flags, and arguments, in a file of JSON.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { suggest } from '@mcp/runtime';
import {
  absolutePath,
  UsageError,
  type Flag,
  type FlagDefaults,
  type Flags,
  type GivenValue,
} from './flags.ts';

/** What a configuration file says. */
export interface ConfigFile extends FlagDefaults {
  /** For a command line without arguments of its own. */
  readonly positionals: readonly string[];
}

/** What the file may hold. */
export interface ConfigFormat {
  readonly flags: Flags;
  /** Whether arguments that are not flags are paths. */
  readonly arePaths: boolean;
}

const ARGUMENTS = 'arguments';

// They are about the process that starts, not about the server.
const NOT_IN_A_FILE = ['config', 'help', 'version', 'print-config', 'platform'];

/**
 * Reads a configuration file: an object with the names of flags, without dashes, and their values; `arguments` holds
 * what is not a flag. Paths are relative to the folder of the file.
 *
 * @throws {UsageError} when it cannot be read, is no JSON object, or has a name or a value that no flag can have.
 */
export function readConfigFile(file: string, { flags, arePaths }: ConfigFormat): ConfigFile {
  const place = absolutePath(file);
  const folder = dirname(place);
  const { [ARGUMENTS]: positionals = [], ...values } = parseObject(place);
  if (!isTexts(positionals)) throw new UsageError(`"${ARGUMENTS}" in ${place} must be an array of strings`);
  refuseEmpty(ARGUMENTS, place, positionals);
  const read = Object.entries(values).map(([name, value]) => {
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined || NOT_IN_A_FILE.includes(name)) throw unknownName(name, place, flags);
    return [name, readValue({ name, flag, place }, value, folder)];
  });
  return {
    place,
    positionals: arePaths ? positionals.map((path) => absolutePath(path, folder)) : positionals,
    values: Object.fromEntries(read),
  };
}

function parseObject(place: string): { readonly [name: string]: unknown } {
  const text = readText(place);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${place} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${place} must hold a JSON object with the names of flags`);
}

function readText(place: string): string {
  try {
    return readFileSync(place, 'utf8');
  } catch (error) {
    throw new UsageError(`--config: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function unknownName(name: string, place: string, flags: Flags): UsageError {
  const known = [ARGUMENTS, ...Object.keys(flags).filter((flag) => !NOT_IN_A_FILE.includes(flag))];
  if (NOT_IN_A_FILE.includes(name))
    return new UsageError(`"${name}" in ${place} belongs on the command line`);
  const hint = suggest(name, known, `there are ${known.join(', ')}`);
  return new UsageError(`there is no flag "${name}", which ${place} has; ${hint}`);
}

interface Place {
  readonly name: string;
  readonly flag: Flag;
  readonly place: string;
}

function readValue({ name, flag, place }: Place, value: unknown, folder: string): GivenValue {
  if (flag.isPath === true) refuseEmpty(name, place, [value].flat());
  if (flag.multiple === true && isTexts(value))
    return flag.isPath === true ? value.map((path) => absolutePath(path, folder)) : value;
  if (flag.multiple !== true && typeof value === 'string' && flag.type === 'string')
    return flag.isPath === true ? absolutePath(value, folder) : value;
  if (typeof value === 'number' && flag.type === 'number') return value;
  if (typeof value === 'boolean' && flag.type === 'boolean') return value;
  const wanted = flag.multiple === true ? 'an array of strings' : `a ${flag.type}`;
  throw new UsageError(`"${name}" in ${place} must be ${wanted}, not ${JSON.stringify(value)}`);
}

// As a path it would be the folder of the file.
function refuseEmpty(name: string, place: string, values: readonly unknown[]): void {
  if (values.includes('')) throw new UsageError(`"${name}" in ${place} holds an empty string; leave it out`);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
