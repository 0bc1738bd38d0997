// The text of --help, and the short usage that follows an error.
import { COMMON_FLAGS, serverId, type Command } from './command.ts';
import { envName, type Flag, type Flags } from './flags.ts';

/** One line: how the command is called. */
export function usage({ name, positionals }: Command<Flags>): string {
  return `Usage: ${name} [flags]${positionals === undefined ? '' : ` ${positionals.name}`}`;
}

/** The whole help: what it is, arguments, flags with defaults and environment twins, examples. */
export function help(command: Command<Flags>): string {
  const { name, version, summary, positionals, flags = {}, examples = [] } = command;
  const sections = [
    `${name} ${version}\n${summary}`,
    usage(command),
    positionals && section('Arguments', [[positionals.name, positionals.description]]),
    Object.keys(flags).length > 0 && section('Flags', rows(flags)),
    section('Flags of every server', rows(withoutOwn(flags))),
    `Each flag can also be set in the environment: --${EXAMPLE_FLAG} as ${envName(serverId(name), EXAMPLE_FLAG)}. The flag wins.`,
    examples.length > 0 && `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
    `It speaks the Model Context Protocol on stdin and stdout and is started by a host.\nTo add it to one: ${name} --print-config claude`,
  ];
  return `${sections.filter((part) => typeof part === 'string').join('\n\n')}\n`;
}

// A common flag that the server declares again is one of its own.
function withoutOwn(own: Flags): Flags {
  return Object.fromEntries(Object.entries<Flag>(COMMON_FLAGS).filter(([name]) => !(name in own)));
}

const EXAMPLE_FLAG = 'read-only';

type Row = readonly [term: string, text: string];

function section(title: string, entries: readonly Row[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return [`${title}:`, ...entries.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)].join('\n');
}

function rows(flags: Flags): Row[] {
  return Object.entries(flags).map(([name, flag]) => [term(name, flag), flag.description + notes(flag)]);
}

function term(name: string, { short, type, placeholder = type }: Flag): string {
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${type === 'boolean' ? '' : ` <${placeholder}>`}`;
}

function notes({ values, default: fallback }: Flag): string {
  const parts = [values?.join(' | '), fallback === undefined ? undefined : `default ${fallback}`];
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? '' : ` (${known.join('; ')})`;
}
