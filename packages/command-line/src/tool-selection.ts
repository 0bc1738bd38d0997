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
  /** Of tools with a toolset those in these, and those that `only` names; `all` stands for every toolset. */
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
  const known = [...toolsets, ...(toolsets.size > 0 ? [ALL_TOOLSETS] : [])];
  for (const name of selection.toolsets) checkName('toolset', name, known);
  const every = selection.toolsets.includes(ALL_TOOLSETS)
    ? { ...selection, toolsets: [...toolsets] }
    : selection;
  return {
    ...options,
    ...told(
      options.instructions,
      tellOff(
        [...tools].filter((tool) => toolsOff?.(tool) === undefined),
        every,
      ),
    ),
    toolsOff: (tool) => toolsOff?.(tool) ?? whyOff(tool, every),
  };
}

/** What `--toolsets` takes for all toolsets that there are. */
export const ALL_TOOLSETS = 'all';

function told(instructions: string | undefined, off: string | undefined): { instructions?: string } {
  if (off === undefined) return {};
  return { instructions: instructions === undefined ? off : `${instructions} ${off}` };
}

/** A sentence that tells the model what the user can turn on, and how. Whoever named the tools has chosen: it says nothing. */
function tellOff(
  tools: readonly Tool[],
  { readOnly, only, exclude, toolsets }: ToolSelection,
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

function isReading({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint === true;
}

/** The flag that is missing; undefined when none is. */
function flagFor({ toolset, offWithout }: Tool, toolsets: readonly string[]): string | undefined {
  if (offWithout !== undefined) return offWithout;
  return toolset === undefined || toolsets.includes(toolset) ? undefined : `--toolsets ${toolset}`;
}

function whyOff(tool: Tool, { readOnly, only, exclude, toolsets }: ToolSelection): string | undefined {
  if (readOnly && !isReading(tool)) return 'this server was started with --read-only';
  const flag = flagFor(tool, toolsets);
  const isNamed = only.includes(tool.name) && tool.offWithout === undefined;
  if (!exclude.includes(tool.name)) {
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
