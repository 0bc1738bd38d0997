// Names of files that are being written and have not yet their own. They are hidden on every surface.

const PATTERN = /^\.mcp-[\da-f-]{36}\.tmp$/;

/** A name that nothing else has. A process that is killed leaves such a file behind; it can be deleted any time. */
export const temporaryName = (): string => `.mcp-${crypto.randomUUID()}.tmp`;

/** The name of the lock of a directory. It is one of them, so it is hidden too. */
export const LOCK_NAME = '.mcp-00000000-0000-0000-0000-000000000000.tmp';

/** Whether a name is such a name. */
export const isTemporaryName = (name: string): boolean => name.startsWith('.mcp-') && PATTERN.test(name);
