// The servers that are compared, each as a process that answers one call after the other.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Connection } from '../client/connection.ts';
import type { Row } from './rows.ts';

export type LaneName = 'minimal' | 'ours' | 'official';

const OFFICIAL = '@modelcontextprotocol/server-filesystem/package.json';
const manifest = createRequire(import.meta.url).resolve(OFFICIAL);

const SCRIPTS: { readonly [name in LaneName]: string } = {
  minimal: join(import.meta.dirname, 'minimal.ts'),
  ours: join(import.meta.dirname, '../../../../servers/filesystem/dist/main.cjs'),
  official: join(dirname(manifest), 'dist/index.js'),
};

export const officialVersion = (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string })
  .version;

/** A server with its connection. */
export class Lane {
  readonly name: LaneName;
  readonly #connection: Connection;
  #id = 0;
  #calls = 0;

  constructor(name: LaneName, root: string) {
    this.name = name;
    this.#connection = new Connection({ args: [SCRIPTS[name], root] });
  }

  async open(): Promise<void> {
    const clientInfo = { name: 'bench', version: '1.0.0' };
    await this.#request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.#connection.send(
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized', params: {} })}\n`,
    );
    // Nothing but answers on the line. A server without logging refuses, which is an answer too.
    await this.#request('logging/setLevel', { level: 'emergency' });
  }

  /** Milliseconds per call, from the request to the last byte of the answer. */
  async sample({ tool, calls, args, expected }: Row): Promise<number> {
    let ms = 0;
    for (let i = 0; i < calls; i++) {
      const params = { name: tool, arguments: args(this.#calls++) };
      const start = performance.now();
      const answer = await this.#request('tools/call', params);
      ms += performance.now() - start;
      if (!answer.includes(expected) || answer.includes('"isError":true'))
        throw new Error(`${this.name} failed: ${answer.slice(0, 300)}`);
    }
    return ms / calls;
  }

  /** The most memory that it has had, in megabytes. Linux only. */
  peakMegabytes(): number {
    const status = readFileSync(`/proc/${this.#connection.pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #request(method: string, params: object): Promise<string> {
    this.#connection.send(`${JSON.stringify({ jsonrpc: '2.0', id: ++this.#id, method, params })}\n`);
    return this.#connection.answer();
  }
}
