// --read-only, --tools, --exclude-tools and --toolsets: which of a server's tools are offered.
import { suggest, type ServerOptions, type Tool } from '@mcp/runtime';
import type { CommonValues } from './command.ts';
import { inWords } from './extension.ts';
import { UsageError } from './flags.ts';

/** Which tools are wanted. `--read-only` wins over names. `--toolsets` names tags, or all of them. */
export type ToolSelection = Pick<CommonValues, 'read-only' | 'tools' | 'exclude-tools' | 'toolsets'>;

/** A server with the tools that its user wants. */
export interface Selected {
  /** Its `available` covers tools that a registry gets later, too. */
  readonly options: ServerOptions;
  /** The tools that the flags leave on. */
  readonly offered: readonly Tool[];
}

/**
 * Turns on the selected tools only. A tag that begins with `--` is a missing flag that would turn the tool on; any
 * other is a toolset.
 *
 * @throws {UsageError} for the name of a tool or toolset that the server does not have.
 */
export function selectTools(options: ServerOptions, selection: ToolSelection): Selected {
  const { tools, available } = options;
  if (tools === undefined) return { options, offered: [] };
  const names = [...tools].map(({ name }) => name);
  for (const name of [...selection.tools, ...selection['exclude-tools']]) checkName('tool', name, names);
  const toolsets = new Set([...tools].flatMap(({ tags = [] }) => tags.filter((tag) => !isFlag(tag))));
  const known = toolsets.size > 0 ? [...toolsets, ALL_TOOLSETS] : [];
  for (const name of selection.toolsets) checkName('toolset', name, known);
  const every = selection.toolsets.includes(ALL_TOOLSETS)
    ? { ...selection, toolsets: [...toolsets] }
    : selection;
  const isSelected = (tool: Tool): true | string => inWords(whyOff(tool, every) ?? '') || true;
  const both: ServerOptions['available'] =
    available &&
    ((tool, ctx) => {
      const answer = available(tool, ctx);
      return answer === true ? isSelected(tool) : answer;
    });
  const instructions = [options.instructions ?? [], tellOff([...tools], every) ?? []].flat().join(' ');
  return {
    options: { ...options, ...(instructions !== '' && { instructions }), available: both ?? isSelected },
    offered: [...tools].filter((tool) => isSelected(tool) === true),
  };
}

const isFlag = (tag: string): boolean => tag.startsWith('--');

/** What `--toolsets` takes for all toolsets that there are. */
export const ALL_TOOLSETS = 'all';

/**
 * A sentence that tells the model what the user can turn on, and how. Whoever named the tools has chosen: it says
 * nothing.
 */
function tellOff(
  tools: readonly Tool[],
  { 'read-only': readOnly, tools: only, 'exclude-tools': exclude, toolsets }: ToolSelection,
): string | undefined {
  if (only.length > 0) return undefined;
  const mayRun = (tool: Tool): boolean => !readOnly || isReading(tool);
  const namesOf = new Map<string, string[]>();
  for (const tool of tools) {
    const flag = flagFor(tool, toolsets);
    if (flag === undefined || tool.listed === false || exclude.includes(tool.name) || !mayRun(tool)) continue;
    namesOf.set(flag, [...(namesOf.get(flag) ?? []), tool.name]);
  }
  const groups = [...namesOf].map(([flag, names]) => `${names.join(', ')} (${flag})`);
  if (!tools.every(mayRun))
    groups.unshift('all that changes something (this server was started with --read-only)');
  return groups.length === 0 ? undefined : `Off without a flag: ${groups.join('; ')}.`;
}

const isReading = ({ annotations }: Tool): boolean => annotations?.readOnlyHint === true;

/** The flag that is missing; undefined when none is. */
function flagFor({ tags = [] }: Tool, toolsets: readonly string[]): string | undefined {
  const flag = tags.find(isFlag);
  if (flag !== undefined) return flag;
  return tags.length === 0 || tags.some((tag) => toolsets.includes(tag))
    ? undefined
    : `--toolsets ${tags[0]}`;
}

function whyOff(
  tool: Tool,
  { 'read-only': readOnly, tools: only, 'exclude-tools': exclude, toolsets }: ToolSelection,
): string | undefined {
  if (readOnly && !isReading(tool)) return 'this server was started with --read-only';
  const flag = flagFor(tool, toolsets);
  const isNamed = only.includes(tool.name) && tool.tags?.some(isFlag) !== true;
  if (!exclude.some((name) => name === tool.name || name === tool.aliasOf)) {
    if (isNamed || (flag === undefined && only.length === 0)) return undefined;
    if (flag !== undefined) return `the user can start this server with ${flag}`;
  }
  return 'the user has chosen other tools with --tools or --exclude-tools';
}

function checkName(kind: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const known = names.length === 0 ? 'this server has none' : `there are ${names.join(', ')}`;
  throw new UsageError(`there is no ${kind} "${name}"; ${suggest(name, names, known)}`);
}
