// The command line and its help.
import { parseArgs } from 'node:util';
import { DEFAULT_PARTS, type Part, PART_NAMES, PARTS } from './parts.ts';
import { WrongInputError } from './wrong-input.ts';

/** The values of the command line. */
export interface CommandLine {
  /** The name of the package. */
  readonly name: string | undefined;
  readonly parts: readonly Part[];
  /** Whether to take the runtime from npm even in a checkout. */
  readonly fromNpm: boolean;
  /** Whether to ask nothing. */
  readonly yes: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

export const help = `Creates the project of a new Model Context Protocol server in a new folder.

Usage:
  create-server [name] [flags]

In a terminal it asks for what is missing.

Arguments:
  name                     The name of the package, like weather or @me/weather

Flags:
      --with <part,…>      What the server has, one example each. Default: ${DEFAULT_PARTS.join(',')}
${PART_NAMES.map((part) => `                             ${part.padEnd(9)} ${PARTS[part].description}\n`).join('')}\
      --from-npm           Take the runtime from npm. Default: in a checkout of the repository, pack
                           the runtime of the checkout into the project
  -y, --yes                Ask nothing
  -h, --help               Show this text
  -v, --version            Show the version

Examples:
  create-server
  create-server weather --yes
  create-server @me/weather --with tool,resource,prompt --yes

The project is in TypeScript; it needs Node.js 20.19 or newer. It serves over stdio, and over HTTP with
--transport http. It has a test, a README with the configurations of hosts and a workflow for GitHub.
No file is changed: the folder must be new or empty.
`;

const toPart = (word: string): Part => {
  const part = PART_NAMES.find((name) => name === word || PARTS[name].folder === word);
  if (part !== undefined) return part;
  throw new WrongInputError(
    `--with knows ${PART_NAMES.join(', ')}. Given: ${word === '' ? 'nothing' : word}`,
  );
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        with: { type: 'string', multiple: true },
        'from-npm': { type: 'boolean', default: false },
        yes: { type: 'boolean', short: 'y', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
  } catch (error) {
    throw new WrongInputError(`${(error as Error).message}\n--help lists the flags.`);
  }
};

/** @throws {WrongInputError} if the command line is wrong. */
export const parseCommandLine = (args: readonly string[]): CommandLine => {
  const { values, positionals } = parse(args);
  const [name, ...more] = positionals;
  if (more.length > 0) {
    throw new WrongInputError(`Give one name, without spaces, not: ${positionals.join(' ')}`);
  }
  const words = values.with?.flatMap((list) => list.split(',')).map((word) => word.trim());
  const chosen = new Set(words?.map(toPart) ?? DEFAULT_PARTS);
  const { yes, help: wantsHelp, version, 'from-npm': fromNpm } = values;
  const parts = PART_NAMES.filter((part) => chosen.has(part));
  return { name, parts, fromNpm, yes, help: wantsHelp, version };
};
