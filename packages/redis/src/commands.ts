// RedisCommands: what the stores need of a client.

/** Sends commands to Redis or Valkey. Clients and pools of the package `redis` are such. */
export interface RedisCommands {
  /** Resolves with the reply. Rejects when the store refuses the command or cannot be reached. */
  sendCommand(args: readonly string[]): Promise<unknown>;
}

/** What begins the keys of a server where nothing else is said. */
export const PREFIX = 'mcp:';
