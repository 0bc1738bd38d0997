// --store and --state-secrets-env: state that replicas share. `@mcp/redis` is loaded only with --store.
import type { NonceStore, Report, ServerOptions } from '@mcp/runtime';
import type { TaskOptions, TaskStore } from '@mcp/runtime/tasks';
import { serverId, type Command } from './command.ts';
import { readVariable, UsageError, type Flags } from './flags.ts';
import type { Invocation } from './launch.ts';
import { loadOptional } from './optional-package.ts';

/** State that the replicas of a server share. */
export interface Shared {
  /** Options for the tasks of the server. */
  readonly tasks: TaskOptions;
  /** Adds the shared state that does not concern tasks to the options. */
  readonly share: (options: ServerOptions) => ServerOptions;
  /** Returns the answer of `/healthz`; undefined without a store. */
  readonly health: (() => string) | undefined;
  /** Closes the connection to the store. */
  close(): Promise<void>;
}

type Reporter = (report: Report) => void;

/** The part of the package that this module uses. */
interface StorePackage {
  connectRedis(url: string, options: { prefix: string; report: Reporter }): Promise<Stores>;
}

interface Stores {
  readonly nonces: NonceStore;
  readonly tasks: TaskStore;
  readonly state: 'ready' | 'away' | 'full';
  close(): Promise<void>;
}

const PACKAGE: string = '@mcp/redis';

/**
 * Reads the flags and connects to the store. If the store does not answer within a few seconds, the server starts
 * without it and connects later.
 *
 * @throws {UsageError} if the package or the secrets are missing, or the URL is not that of a store.
 */
export async function openShared({ command, flags }: Invocation, report: Reporter): Promise<Shared> {
  const { store, 'state-secrets-env': variable } = flags;
  const given = variable === undefined ? [] : readVariable('--state-secrets-env', variable).split(',');
  const secrets = given.map((secret) => secret.trim()).filter((secret) => secret !== '');
  if (store !== undefined && secrets.length === 0)
    throw new UsageError(
      '--store needs --state-secrets-env, the environment variable with a secret that is the same for all replicas: ' +
        'without it, a replica cannot accept the answer to a question of another one',
    );
  const stores = store === undefined ? undefined : await connectTo(store, command, report);
  const shared = {
    ...(secrets.length > 0 && { stateSecrets: secrets }),
    ...(stores && { nonces: stores.nonces }),
  };
  return {
    tasks: stores ? { store: stores.tasks } : {},
    share: (options) => ({ ...options, ...shared }),
    health: stores && (() => healthOf(stores)),
    close: async () => stores?.close(),
  };
}

function healthOf({ state }: Stores): string {
  return state === 'ready' ? 'ok' : `degraded: the store is ${state}, and what needs it is refused`;
}

async function connectTo(url: string, command: Command<Flags>, report: Reporter): Promise<Stores> {
  const load = () => import(PACKAGE) as Promise<StorePackage>;
  const redis = await loadOptional(command, '--store', [PACKAGE], load);
  const prefix = `mcp:${serverId(command.name)}:`;
  return redis.connectRedis(url, { prefix, report }).catch((error: unknown) => {
    throw error instanceof TypeError ? new UsageError(`--store: ${error.message}`) : error;
  });
}
