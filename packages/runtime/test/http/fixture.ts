// Test server: tests control when its calls continue.
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { defineResource, defineServer, defineTool, toolRegistry } from '../../src/index.ts';
import type { McpServer, Registry, ServerOptions, Tool } from '../../src/index.ts';

/** A server and its handlers' events. */
export interface Fixture {
  readonly server: McpServer;
  readonly tools: Registry<Tool>;
  /** Names of `wait` calls that began, were cancelled, or ended. */
  readonly events: string[];
  /** Releases current and future calls of `wait` and `steps` with this name. */
  readonly release: (name: string) => void;
  /** Resolves once an event exists. */
  readonly happened: (event: string) => Promise<void>;
  /** Announces a changed resource. */
  readonly update: (uri: string) => void;
  /** Whether anyone watches a resource. */
  readonly isWatched: (uri: string) => boolean;
}

const named = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

const echo = defineTool({
  name: 'echo',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  run: ({ text }) => text,
});

const ask = defineTool({
  name: 'ask',
  run: async (_, ctx) => {
    const schema = { type: 'object', properties: { ok: { type: 'boolean' } } } as const;
    const answer = await ctx.ask.elicit('sure', { message: 'Sure?', schema });
    return answer.action;
  },
});

const steps = (gates: Gates): Tool =>
  defineTool({
    name: 'steps',
    inputSchema: named,
    run: async ({ name }, ctx) => {
      ctx.progress(1, 2);
      ctx.log('warning', `${name} began`);
      await gates.pass(name);
      ctx.progress(2, 2);
      return `${name} done`;
    },
  });

const wait = (gates: Gates, happens: (event: string) => void): Tool =>
  defineTool({
    name: 'wait',
    inputSchema: named,
    run: async ({ name }, { signal }) => {
      happens(`${name} began`);
      const stopped = once(signal, 'abort').then(() => happens(`${name} stopped`));
      await Promise.race([gates.pass(name), stopped]);
      happens(`${name} ended`);
      return `${name} done`;
    },
  });

class Gates {
  readonly #open = new Set<string>();
  readonly #waiting = new Map<string, () => void>();

  async pass(name: string): Promise<void> {
    if (!this.#open.has(name)) await new Promise<void>((resolve) => this.#waiting.set(name, resolve));
  }

  release(name: string): void {
    this.#open.add(name);
    this.#waiting.get(name)?.();
  }
}

/** Makes a server for one test. */
export function fixture(options: Partial<ServerOptions> = {}): Fixture {
  const gates = new Gates();
  const events: string[] = [];
  const listeners = new Set<() => void>();
  const happens = (event: string): void => {
    events.push(event);
    for (const listener of listeners) listener();
  };
  const watchers = new Map<string, Set<() => void>>();
  const tools = toolRegistry([echo, ask, steps(gates), wait(gates, happens)]);
  const resources = ['a', 'b'].map((name) =>
    defineResource({
      uri: `test://${name}`,
      name,
      read: () => name,
      watch: (updated) => {
        const own = watchers.get(`test://${name}`) ?? new Set();
        watchers.set(`test://${name}`, own.add(updated));
        return () => void own.delete(updated);
      },
    }),
  );
  return {
    server: defineServer({
      name: 'test',
      version: '1.0.0',
      pageSize: 2,
      tools,
      resources,
      report: () => {},
      ...options,
    }),
    tools,
    events,
    release: (name) => gates.release(name),
    happened: (event) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!events.includes(event)) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        check();
      }),
    isWatched: (uri) => (watchers.get(uri)?.size ?? 0) > 0,
    update: (uri) => {
      for (const updated of watchers.get(uri) ?? []) updated();
    },
  };
}

export const MEBIBYTE = 1 << 20;

/** The result of `flooding`. */
export interface Flooding {
  readonly server: McpServer;
  /** The number of bytes sent by `flood`. */
  readonly sent: () => number;
  /** Resolves when a call of `flood` is cancelled. */
  readonly stopped: Promise<void>;
}

/** Makes a server whose calls send as fast as possible and count the bytes. */
export function flooding(): Flooding {
  const big = 'x'.repeat(MEBIBYTE / 4);
  let sent = 0;
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const flood = defineTool({
    name: 'flood',
    run: async (_, ctx) => {
      ctx.signal.addEventListener('abort', stop);
      // The runtime lets a burst of 200 through: 50 MiB.
      while (sent < 50 * MEBIBYTE && !ctx.signal.aborted) {
        ctx.log('error', big);
        sent += big.length;
        await setImmediate();
      }
      return 'flooded';
    },
  });
  const long = defineTool({
    name: 'long',
    run: (_, ctx) => {
      ctx.progress(1);
      return big.repeat(40);
    },
  });
  const server = defineServer({ name: 'test', version: '1.0.0', tools: [flood, long], report: () => {} });
  return { server, sent: () => sent, stopped };
}
