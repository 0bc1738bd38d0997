// @mcp/command-line: the one command line that all servers share.
export type { Command, CreateInput, Created } from './command.ts';

export { readDirectory } from './directory.ts';
export { inWords, isExtension } from './extension.ts';
export { readMaxOutputBytes } from './limits.ts';

export { Confirm, confirmFlag, type ConfirmMode, type Stake, type StakeOf } from './confirm.ts';

export { UsageError, type CommandInput, type Flag, type Flags, type FlagValues } from './flags.ts';

export { serveCommand } from './serve-command.ts';
