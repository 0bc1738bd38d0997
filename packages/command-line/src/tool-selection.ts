// --read-only, --tools, --exclude-tools and --toolsets: which of a server's tools are offered.
import type { ServerOptions, Tool } from '@mcp/runtime';
import { suggest } from '@mcp/runtime';
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
 * The options with only the selected tools on, also of those that a registry gets later.
 *
 * @throws {UsageError} for the name of a tool or toolset that the server does not have.
 */
export function selectTools(options: ServerOptions, selection: ToolSelection): ServerOptions {
  const { tools, toolsOff } = options;
  if (tools === undefined) return options;
  const names = [...tools].map(({ name }) => name);
  for (const name of [...selection.only, ...selection.exclude]) checkName('tool', name, names);
  const toolsets = new Set([...tools].flatMap(({ toolset }) => toolset ?? []));
  for (const name of selection.toolsets) checkName('toolset', name, [...toolsets]);
  return { ...options, toolsOff: (tool) => toolsOff?.(tool) ?? whyOff(tool, selection) };
}

function whyOff({ name, annotations, toolset }: Tool, selection: ToolSelection): string | undefined {
  const { readOnly, only, exclude, toolsets } = selection;
  if (readOnly && annotations?.readOnlyHint !== true) return 'this server was started with --read-only';
  const isNamed = only.includes(name);
  const isInToolset = toolset === undefined || toolsets.includes(toolset);
  if (!exclude.includes(name)) {
    if (isNamed || (isInToolset && only.length === 0)) return undefined;
    if (!isInToolset) return `the user can start this server with --toolsets ${toolset}`;
  }
  return 'the user has chosen other tools with --tools or --exclude-tools';
}

function checkName(kind: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const known = names.length === 0 ? 'this server has none' : `there are ${names.join(', ')}`;
  throw new UsageError(`there is no ${kind} "${name}"; ${suggest(name, names, known)}`);
}
