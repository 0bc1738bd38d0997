// --read-only, --tools, --exclude-tools and --toolsets: which of a server's tools are offered.
import { suggest, type ServerOptions, type Tool } from '@mcp/runtime';
import type { CommonValues } from './command.ts';
import { inWords } from './extension.ts';
import { UsageError } from './flags.ts';

/** The flags that select tools. `--read-only` wins over names. `--toolsets` takes tags, or `all`. */
export type ToolSelection = Pick<CommonValues, 'read-only' | 'tools' | 'exclude-tools' | 'toolsets'>;

/** A server with the selected tools. */
export interface Selected {
  /** `available` also applies to tools that a registry gets later. */
  readonly options: ServerOptions;
  /** The tools that are on. */
  readonly offered: readonly Tool[];
}

/**
 * Limits a server to the selected tools. A tag that begins with `--` is the flag that would turn the tool on. Any other
 * tag is a toolset.
 *
 * @throws {UsageError} for an unknown tool or toolset.
 */
export function selectTools(options: ServerOptions, selection: ToolSelection): Selected {
  const { tools, available } = options;
  if (tools === undefined) return { options, offered: [] };
  const names = [...tools].map(({ name }) => name);
  for (const name of [...selection.tools, ...selection['exclude-tools']]) checkName('tool', name, names);
  const toolsets = new Set([...tools].flatMap(({ tags = [] }) => tags.filter((tag) => !isFlag(tag))));
  const known = toolsets.size > 0 ? [...toolsets, ALL_TOOLSETS] : [];
  for (const name of selection.toolsets) checkName('toolset', name, known);
  const isAll = selection.toolsets.includes(ALL_TOOLSETS);
  const expanded = isAll ? { ...selection, toolsets: [...toolsets] } : selection;
  const isSelected = (tool: Tool): true | string => inWords(whyOff(tool, expanded) ?? '') || true;
  // Without `ctx`, the runtime knows that all clients get the same tools.
  const both: ServerOptions['available'] =
    available &&
    ((tool, ctx) => {
      const answer = available(tool, ctx);
      return answer === true ? isSelected(tool) : answer;
    });
  const instructions = [options.instructions ?? [], describeOff([...tools], expanded) ?? []].flat().join(' ');
  return {
    options: { ...options, ...(instructions !== '' && { instructions }), available: both ?? isSelected },
    offered: [...tools].filter((tool) => isSelected(tool) === true),
  };
}

const isFlag = (tag: string): boolean => tag.startsWith('--');

/** The value of `--toolsets` that stands for every toolset. */
export const ALL_TOOLSETS = 'all';

/** Tells the model which tools the user can turn on, and how. Undefined with `--tools`, which is a decision already. */
function describeOff(
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

/** Returns the flag that would turn the tool on, or undefined if none is missing. */
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
