// --read-only, --tools and --exclude-tools: which of a server's tools are offered.
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
}

/**
 * The options with only the selected tools. A registry is restricted in place, for tools that come later too.
 *
 * @throws {UsageError} for the name of a tool that the server does not have.
 */
export function selectTools(options: ServerOptions, selection: ToolSelection): ServerOptions {
  const { tools } = options;
  if (tools === undefined) return options;
  const names = [...tools].map(({ name }) => name);
  for (const name of [...selection.only, ...selection.exclude]) checkName(name, names);
  if (!(tools instanceof Registry))
    return { ...options, tools: tools.filter((tool) => isSelected(tool, selection)) };
  tools.restrict((tool) => isSelected(tool, selection));
  return options;
}

function isSelected({ name, annotations }: Tool, { readOnly, only, exclude }: ToolSelection): boolean {
  if (readOnly && annotations?.readOnlyHint !== true) return false;
  return (only.length === 0 || only.includes(name)) && !exclude.includes(name);
}

function checkName(name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const close = nearest(name, names);
  throw new UsageError(
    `there is no tool "${name}"; ${close === undefined ? `there are ${names.join(', ')}` : `did you mean "${close}"?`}`,
  );
}
