// connectRedis: stores on one connection, which reconnects by itself and refuses commands immediately until then.
import { reportToStderr, type NonceStore, type Report } from '@mcp/runtime';
import type { TaskStore } from '@mcp/runtime/tasks';
import { createClient, ErrorReply } from 'redis';
import { PREFIX, type RedisCommands } from './commands.ts';
import { RedisNonceStore } from './nonce-store.ts';
import { RedisTaskStore } from './task-store.ts';

/** Options of a connection. */
export interface RedisOptions {
  /** Prefix of every key. Servers that are not replicas of each other need different ones. Default: `mcp:`. */
  readonly prefix?: string;
  /** Time limit in milliseconds for a command and for the first connection. Default: 5000. */
  readonly timeoutMs?: number;
  /** Called once when the store becomes unreachable or full, and once when it recovers. Default: prints to stderr. */
  readonly report?: (report: Report) => void;
}

/** See `RedisStores.state`. */
export type StoreState = 'ready' | 'away' | 'full';

/** The stores of a server, on one connection. */
export interface RedisStores extends AsyncDisposable {
  /** For the option `nonces` of `defineServer`. */
  readonly nonces: NonceStore;
  /** For `tasks({ store })`. */
  readonly tasks: TaskStore;
  /** `away` if Redis is unreachable, `full` if it has no memory left for tasks and one-time answers. */
  readonly state: StoreState;
  /** Closes the connection after pending commands. */
  close(): Promise<void>;
}

/**
 * Connects to Redis or Valkey at `redis://…` or `rediss://…`. Resolves once connected, or after `timeoutMs`. In that
 * case it keeps trying, and operations that need the store are refused until then.
 *
 * @throws {TypeError} if the URL is not one of Redis.
 */
export async function connectRedis(url: string, options: RedisOptions = {}): Promise<RedisStores> {
  const { prefix = PREFIX, timeoutMs = 5000, report = reportToStderr } = options;
  if (!URL.canParse(url) || !isOfRedis(new URL(url)))
    throw new TypeError(
      'the URL of the store must look like redis://host:6379 or rediss://user:password@host:6379; ' +
        'a path like /1 is the number of a database',
    );
  const connection = new Connection(url, { prefix, timeoutMs, report });
  await connection.connected;
  return {
    nonces: new RedisNonceStore(connection, prefix),
    tasks: new RedisTaskStore(connection, prefix),
    get state() {
      return connection.state;
    },
    close: () => connection.close(),
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

function isOfRedis({ protocol, pathname }: URL): boolean {
  return (protocol === 'redis:' || protocol === 'rediss:') && /^\/?\d*$/.test(pathname);
}

// Pending commands; more are refused.
const MAX_COMMANDS = 10_000;
const MAX_DELAY_MS = 1000;
const PROBE_MS = 1000;

type Client = ReturnType<typeof open>;

/** Holds one client of Redis, and replaces one that does not answer in time, because its machine may be gone. */
class Connection implements RedisCommands {
  /** Resolves when the first client is connected or has timed out. */
  readonly connected: Promise<unknown>;
  readonly #url: string;
  readonly #timeoutMs: number;
  readonly #report: (report: Report) => void;
  readonly #probeKey: string;
  #client: Client;
  #isAway = false;
  #isClosed = false;
  #probe: ReturnType<typeof setInterval> | undefined;

  constructor(url: string, { prefix, timeoutMs, report }: Required<RedisOptions>) {
    this.#probeKey = `${prefix}probe`;
    this.#url = url;
    this.#timeoutMs = timeoutMs;
    this.#report = report;
    this.#client = this.#open();
    this.connected = within(timeoutMs, this.#connect()).catch((error: unknown) => this.#tellAway(error));
  }

  get state(): StoreState {
    if (!this.#client.isReady) return 'away';
    return this.#probe === undefined ? 'ready' : 'full';
  }

  async sendCommand(args: readonly string[]): Promise<unknown> {
    const client = this.#client;
    try {
      return await within(this.#timeoutMs, client.sendCommand(args));
    } catch (error) {
      if (error instanceof TimeoutError && client === this.#client) this.#renew(error);
      if (error instanceof ErrorReply && error.message.includes('OOM ')) this.#tellFull(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#probe);
    const client = this.#client;
    if (!client.isReady) return client.destroy();
    await within(this.#timeoutMs, client.close()).catch(() => client.destroy());
  }

  #open(): Client {
    const client = open(this.#url, this.#timeoutMs);
    const isCurrent = (): boolean => client === this.#client;
    client.on('error', (error: unknown) => isCurrent() && this.#tellAway(error));
    client.on('ready', () => isCurrent() && this.#tellBack());
    return client;
  }

  async #connect(): Promise<void> {
    await this.#client.connect();
  }

  #renew(reason: unknown): void {
    if (this.#isClosed) return;
    this.#tellAway(reason);
    const old = this.#client;
    this.#client = this.#open();
    old.destroy();
    this.#connect().catch((failure: unknown) => this.#tellAway(failure));
  }

  #tellAway(error: unknown): void {
    if (this.#isAway || this.#isClosed) return;
    this.#isAway = true;
    this.#report({ level: 'error', message: 'the store is away; what needs it is refused', error });
  }

  #tellBack(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#report({ level: 'warning', message: 'the store is back' });
  }

  // Probes with writes, because reads work even if the store is full, and no other write may come for a long time.
  #tellFull(error: ErrorReply): void {
    if (this.#probe !== undefined || this.#isClosed) return;
    this.#report({ level: 'error', message: 'the store is full; what needs its memory is refused', error });
    this.#probe = setInterval(() => void this.#tryWrite(), PROBE_MS);
    this.#probe.unref();
  }

  async #tryWrite(): Promise<void> {
    try {
      await this.sendCommand(['SET', this.#probeKey, '', 'PX', '1']);
    } catch {
      return;
    }
    clearInterval(this.#probe);
    this.#probe = undefined;
    this.#report({ level: 'warning', message: 'the store has memory again' });
  }
}

function open(url: string, timeoutMs: number) {
  return createClient({
    url,
    // A request that waits for an unreachable store would be answered late, or twice.
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_COMMANDS,
    socket: {
      connectTimeout: timeoutMs,
      reconnectStrategy: (retries) => Math.min(MAX_DELAY_MS, 50 * 2 ** Math.min(retries, 10)),
    },
  });
}

class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`Redis did not answer in ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
