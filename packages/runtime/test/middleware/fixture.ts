// What the tests of the middleware share: the places to run in, and tools that end when a test says so.
import { once } from 'node:events';
import { defineTool, type Revision, type Tool } from '../../src/index.ts';
import type { TestClient } from '../../src/testing/connect.ts';

/** Both eras, over both ways to connect. */
export const PLACES: readonly { readonly transport: 'memory' | 'stdio'; readonly revision: Revision }[] = [
  { transport: 'memory', revision: '2025-06-18' },
  { transport: 'stdio', revision: '2025-11-25' },
  { transport: 'memory', revision: '2026-07-28' },
  { transport: 'stdio', revision: '2026-07-28' },
];

/** Members that results of this revision have beside their own. */
export const extra = ({ revision }: { readonly revision: Revision }): object =>
  revision === '2026-07-28'
    ? {
        resultType: 'complete',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'test', version: '1' } },
      }
    : {};

/** A result that says what went wrong. */
export const failure = (text: string): object => ({ content: [{ type: 'text', text }], isError: true });

/** A result with one text. */
export const success = (text: string): object => ({ content: [{ type: 'text', text }] });

/** Calls a tool. */
export const call = (client: TestClient, name: string, args: object = {}) =>
  client.request('tools/call', { name, arguments: { ...args } });

/** A tool whose calls begin, and go on when they are released, by name. */
export class Gate {
  readonly events: string[] = [];
  readonly #open = new Map<string, () => void>();
  #waiting: (() => void)[] = [];

  readonly tool: Tool = defineTool({
    name: 'wait',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    run: async ({ name }, { signal }) => {
      this.#happens(`${name} began`);
      const stopped = once(signal, 'abort').then(() => this.#happens(`${name} stopped`));
      await Promise.race([new Promise<void>((resolve) => this.#open.set(name, resolve)), stopped]);
      return name;
    },
  });

  release(name: string): void {
    this.#open.get(name)?.();
  }

  /** Resolves when this has happened. */
  async happened(event: string): Promise<void> {
    while (!this.events.includes(event)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #happens(event: string): void {
    this.events.push(event);
    for (const look of this.#waiting.splice(0)) look();
  }
}
