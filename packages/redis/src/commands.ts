// RedisCommands: the part of a client that the stores use.

/** Sends commands to Redis or Valkey, like clients and pools of the package `redis`. */
export interface RedisCommands {
  /** Resolves with the reply. Rejects if the store refuses the command or is unreachable. */
  sendCommand(args: readonly string[]): Promise<unknown>;
}

/** The default prefix of keys. */
export const PREFIX = 'mcp:';
