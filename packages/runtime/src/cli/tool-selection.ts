// --read-only, --tools, --exclude-tools and --toolsets: which of a server's tools are offered.
import type { ServerOptions, Tool } from '../index.ts';
import { suggest } from '../text/nearest.ts';
import { UsageError } from './flags.ts';

/** Which tools are wanted. `readOnly` wins over the names. */
export interface ToolSelection {
  readonly readOnly: boolean;
  /** Empty for all. */
  readonly only: readonly string[];
  readonly exclude: readonly string[];
  /** Of tools with a toolset those in these, and those that `only` names. */
  readonly toolsets: readonly string[];
}

/**
 * The options with only the selected tools. A registry is restricted in place, for tools that come later too.
 *
 * @throws {UsageError} for the name of a tool or toolset that the server does not have.
 */
export function selectTools(options: ServerOptions, selection: ToolSelection): ServerOptions {
  const { tools } = options;
  if (tools === undefined) return options;
  const names = [...tools].map(({ name }) => name);
  for (const name of [...selection.only, ...selection.exclude]) checkName('tool', name, names);
  const toolsets = new Set([...tools].flatMap(({ toolset }) => toolset ?? []));
  for (const name of selection.toolsets) checkName('toolset', name, [...toolsets]);
  const toolsOff = Object.fromEntries([...tools].flatMap((tool) => explainOff(tool, selection)));
  if (!('restrict' in tools))
    return { ...options, toolsOff, tools: tools.filter((tool) => isSelected(tool, selection)) };
  tools.restrict((tool) => isSelected(tool, selection));
  return { ...options, toolsOff };
}

/** Why a tool is not offered, for whoever calls it nevertheless. */
function explainOff(tool: Tool, selection: ToolSelection): [name: string, why: string][] {
  if (isSelected(tool, selection)) return [];
  const { name, annotations, toolset } = tool;
  if (selection.readOnly && annotations?.readOnlyHint !== true)
    return [[name, 'this server was started with --read-only']];
  if (toolset !== undefined && !selection.toolsets.includes(toolset) && !selection.exclude.includes(name))
    return [[name, `the user can start this server with --toolsets ${toolset}`]];
  return [[name, 'the user has chosen other tools with --tools or --exclude-tools']];
}

function isSelected({ name, annotations, toolset }: Tool, selection: ToolSelection): boolean {
  const { readOnly, only, exclude, toolsets } = selection;
  if (readOnly && annotations?.readOnlyHint !== true) return false;
  if (toolset !== undefined && !toolsets.includes(toolset) && !only.includes(name)) return false;
  return (only.length === 0 || only.includes(name)) && !exclude.includes(name);
}

function checkName(kind: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const known = names.length === 0 ? 'this server has none' : `there are ${names.join(', ')}`;
  throw new UsageError(`there is no ${kind} "${name}"; ${suggest(name, names, known)}`);
}
