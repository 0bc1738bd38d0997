// --read-only, --tools, --exclude-tools and --toolsets: which of a server's tools are offered.
import type { Tool } from '../core/definition.ts';
import { nearest } from '../core/nearest.ts';
import { Registry } from '../core/registry.ts';
import type { ServerOptions } from '../server.ts';
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
  if (!(tools instanceof Registry))
    return { ...options, tools: tools.filter((tool) => isSelected(tool, selection)) };
  tools.restrict((tool) => isSelected(tool, selection));
  return options;
}

function isSelected({ name, annotations, toolset }: Tool, selection: ToolSelection): boolean {
  const { readOnly, only, exclude, toolsets } = selection;
  if (readOnly && annotations?.readOnlyHint !== true) return false;
  if (toolset !== undefined && !toolsets.includes(toolset) && !only.includes(name)) return false;
  return (only.length === 0 || only.includes(name)) && !exclude.includes(name);
}

function checkName(kind: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const close = nearest(name, names);
  const known = names.length === 0 ? 'this server has none' : `there are ${names.join(', ')}`;
  throw new UsageError(
    `there is no ${kind} "${name}"; ${close === undefined ? known : `did you mean "${close}"?`}`,
  );
}
