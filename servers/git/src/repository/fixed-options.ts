// Options that every command of a name has. They are added where a command becomes arguments, so that no caller can forget
// one: git would start a program, or git in a submodule.
import type { Option } from './arguments.ts';
import type { Work } from './work.ts';

/** No program of a repository or of the operator takes part in showing a change. */
const NO_PROGRAMS: readonly Option[] = ['--no-ext-diff', '--no-textconv'];

const BY_COMMAND: ReadonlyMap<string, readonly Option[]> = new Map([
  ['blame', ['--no-textconv']],
  ['diff', NO_PROGRAMS],
  ['diff-tree', NO_PROGRAMS],
  ['grep', ['--no-textconv']],
  ['log', NO_PROGRAMS],
]);

/** Commands that look at submodules. */
const LOOK_AT_SUBMODULES: ReadonlySet<string> = new Set(['diff', 'status']);

/** Whether a command needs to be told how much it may look at submodules. */
export const looksAtSubmodules = ({ name, ignoresSubmodules }: Work): boolean =>
  LOOK_AT_SUBMODULES.has(name) && ignoresSubmodules !== true;

/**
 * Adds the options that a command must have, before its own.
 *
 * `submodules` says how much git may look at submodules. Without it, git ignores them.
 */
export const withFixedOptions = (work: Work, submodules: Option = '--ignore-submodules=all'): Work => ({
  ...work,
  options: [
    ...(BY_COMMAND.get(work.name) ?? []),
    ...(LOOK_AT_SUBMODULES.has(work.name) ? [submodules] : []),
    ...(work.options ?? []),
  ],
});
