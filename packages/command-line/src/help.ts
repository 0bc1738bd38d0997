// The text of --help.
import { serverId, type Command } from './command.ts';
import { COMMON_FLAGS } from './common-flags.ts';
import { ALL_TOOLSETS } from './tool-selection.ts';
import { envName, type Flag, type Flags } from './flags.ts';
import { HOST_NAMES } from './hosts/hosts.ts';

/**
 * Returns the help: the purpose of the server, its arguments and flags, examples, and how to install it. With `isAll`
 * it includes the flags of every server. Lines have at most `width` characters.
 */
export function help(command: Command<Flags>, width: number, isAll: boolean): string {
  const { name, version, summary, positionals, flags = {}, toolsets = {}, examples = [] } = command;
  const text = (line: string): string => wrap(line, width).join('\n');
  const table = (title: string, entries: readonly Row[]): string | undefined =>
    entries.length === 0 ? undefined : section(title, entries, width);
  const sections = [
    `${name} ${version}\n${text(summary)}`,
    `Usage: ${name} [flags] ${positionals?.name ?? ''}`.trimEnd(),
    positionals && table('Arguments', [[positionals.name, positionals.description]]),
    table('Flags', rows(isAll ? flags : without(COMMON_FLAGS, flags))),
    isAll && table('Flags of every server', rows(commonFlags(flags, toolsets))),
    table('Toolsets, off unless --toolsets names them', Object.entries(toolsets)),
    isAll &&
      text(
        `Each flag can also be set in the environment: --read-only as ${envName(serverId(name), 'read-only')}. The flag wins.`,
      ),
    examples.length > 0 && `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
    `To add it to a host: ${name} --install claude${isAll ? '' : furtherHelp(name)}`,
  ];
  return `${sections.filter((part) => typeof part === 'string').join('\n\n')}\n`;
}

function furtherHelp(name: string): string {
  const hosts = HOST_NAMES.slice(0, SHOWN_HOSTS).join(', ');
  return `\nHosts: ${hosts}, …\nAll hosts and flags, such as --read-only: ${name} --help all`;
}

// A common flag that the server declares again is listed with its own flags.
function commonFlags(own: Flags, toolsets: object): Flags {
  const names = Object.keys(toolsets);
  const common = {
    ...COMMON_FLAGS,
    toolsets: { ...COMMON_FLAGS.toolsets, values: [...names, ALL_TOOLSETS] },
    install: { ...COMMON_FLAGS.install, values: HOST_NAMES },
  };
  return without(names.length > 0 ? own : { ...own, toolsets: true }, common);
}

function without(left: object, flags: Flags): Flags {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => !(name in left)));
}

const SHOWN_HOSTS = 6;

/** Longer terms get their own line. */
const MOST_INDENT = 30;

type Row = readonly [term: string, text: string];

function section(title: string, entries: readonly Row[], width: number): string {
  const indent = Math.min(MOST_INDENT, 4 + Math.max(...entries.map(([name]) => name.length)));
  const lines = entries.flatMap(([name, text]) => {
    const [first = '', ...more] = wrap(text, width - indent);
    const start = `  ${name}`;
    const following = more.map((line) => ' '.repeat(indent) + line);
    if (start.length > indent - 2) return [start, ' '.repeat(indent) + first, ...following];
    return [start.padEnd(indent) + first, ...following];
  });
  return [`${title}:`, ...lines].join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width) line = longer;
    else {
      if (line !== '') lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function rows(flags: Flags): Row[] {
  return Object.entries(flags).map(([name, flag]) => [term(name, flag), flag.description + notes(flag)]);
}

function term(name: string, { short, type, placeholder = type }: Flag): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${type === 'boolean' ? '' : ` <${placeholder}>`}`;
}

function notes({ values, default: fallback }: Flag): string {
  const parts = [values?.join(' | '), fallback === undefined ? undefined : `default ${fallback}`];
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? '' : ` (${known.join('; ')})`;
}
