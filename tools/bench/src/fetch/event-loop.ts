// How long a server does not react while it converts a page: the longest wait for the answer to a ping.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnNode } from '../client/connection.ts';
import type { Launch } from '../client/connection.ts';
import { initialize, initialized } from '../client/messages.ts';
import type { Call } from '../comparison/row.ts';

const pauseMs = 1;
const warmUps = 1;

/** A server that is asked for several things at once. */
class Conversation implements AsyncDisposable {
  readonly #child;
  readonly #waiting = new Map<number, (line: string) => void>();
  #id = 0;

  constructor(launch: Launch) {
    this.#child = spawnNode(launch);
    this.#child.stderr.resume();
    this.#child.stdin.write(initialize() + initialized);
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#take(line));
  }

  request(method: string, params: object = {}): Promise<string> {
    const id = ++this.#id;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #take(line: string): void {
    // Servers differ in where they write the id: at either end.
    const id = Number(/"id":(\d+)/.exec(line.slice(0, 60) + line.slice(-60))?.[1]);
    this.#waiting.get(id)?.(line);
    this.#waiting.delete(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await Promise.resolve();
  }
}

/** Milliseconds. */
async function longestPing(server: Conversation, { tool, args, expected }: Call, n: number): Promise<number> {
  const answers: string[] = [];
  void server.request('tools/call', { name: tool, arguments: args(n) }).then((line) => answers.push(line));
  let longest = 0;
  while (answers.length === 0) {
    const start = performance.now();
    await server.request('ping');
    longest = Math.max(longest, performance.now() - start);
    await sleep(pauseMs);
  }
  const answer = answers[0] ?? '';
  if (!answer.includes(expected)) throw new Error(`Wrong answer of ${tool}: ${answer.slice(0, 300)}`);
  return longest;
}

/** One value for each round. */
export async function measureBlocks(launch: Launch, call: Call, rounds: number): Promise<readonly number[]> {
  await using server = new Conversation(launch);
  const longest: number[] = [];
  for (let n = 0; n < warmUps + rounds; n++) longest.push(await longestPing(server, call, n));
  return longest.slice(warmUps);
}
