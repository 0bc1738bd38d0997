// A server process that answers one call at a time.
import { Connection, type Launch } from '../client/connection.ts';
import { initialize, initialized, toLine } from '../client/messages.ts';
import { familyMilliseconds } from '../client/process-usage.ts';
import type { Call } from './subject.ts';

export class ToolServer implements AsyncDisposable {
  readonly #connection: Connection;
  #id = 0;
  #calls = 0;

  private constructor(launch: Launch) {
    this.#connection = new Connection(launch);
  }

  /** Starts a server. @throws {Error} if it does not answer. */
  static async open(launch: Launch): Promise<ToolServer> {
    const server = new ToolServer(launch);
    server.#connection.send(initialize);
    await server.#connection.answer();
    server.#connection.send(initialized);
    // From here on, the server sends only answers. One without logging refuses, which is also an answer.
    await server.#request('logging/setLevel', { level: 'emergency' });
    return server;
  }

  /** Returns the milliseconds per call, from the request to the last byte of the answer. */
  async sample({ tool, args, expected }: Call, calls: number): Promise<number> {
    let ms = 0;
    for (let i = 0; i < calls; i++) {
      const params = { name: tool, arguments: args(this.#calls++) };
      const start = performance.now();
      const answer = await this.#request('tools/call', params);
      ms += performance.now() - start;
      if (!answer.includes(expected) || answer.includes('"isError":true'))
        throw new Error(`Wrong answer of ${tool}: ${answer.slice(0, 300)}`);
    }
    return ms / calls;
  }

  /** Returns the CPU time of the server and its children so far, in milliseconds. */
  cpuMilliseconds(): number {
    return familyMilliseconds(this.#connection.pid);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#connection.close();
  }

  #request(method: string, params: object): Promise<string> {
    this.#connection.send(toLine({ id: ++this.#id, method, params }));
    return this.#connection.answer();
  }
}
