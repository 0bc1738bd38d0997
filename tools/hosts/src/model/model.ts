// Model: replaces a provider's API and makes scripted tool calls.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { JsonObject } from '@mcp/runtime';
import { anthropic } from './anthropic.ts';
import { gemini } from './gemini.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import { HELPERS, isObject, OUR_CALL, type Reply, type Turn } from './wire.ts';

/** A tool call of the model. Arguments may depend on earlier results. */
export interface Step {
  readonly server: string;
  readonly tool: string;
  readonly args: JsonObject | ((results: readonly string[]) => JsonObject);
}

const WIRES = [anthropic, openaiChat, openaiResponses, gemini];

/** A server on loopback. Each form of API has its own paths, so one address serves all hosts; GET returns a page. */
export class Model implements AsyncDisposable {
  /** The text of each tool result that the model received, in the order of the steps. */
  results: readonly string[] = [];
  /** The body of the last request with tool results. */
  last: JsonObject = {};
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #steps: readonly Step[] = [];
  #helped = -1;

  /** Starts listening and returns the address without a path. */
  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Starts a new conversation. */
  play(steps: readonly Step[]): void {
    [this.#steps, this.results, this.last, this.#helped] = [steps, [], {}, -1];
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return void response.end('High water at 17:42.');
    const [path = ''] = request.url?.split('?') ?? [];
    const wire = WIRES.find((each) => each.path.test(path));
    const body = wire && (await json(request));
    if (wire === undefined || !isObject(body)) return void response.writeHead(404).end('{}');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of wire.write(this.#next(wire.read(body), body))) {
      const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : '';
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
    }
    response.end(wire === openaiChat ? 'data: [DONE]\n\n' : '');
  }

  // Hosts also request titles and summaries; such requests offer none of our tools.
  #next({ tools, results }: Turn, body: JsonObject): Reply {
    const { length } = results;
    if (length > this.results.length) [this.results, this.last] = [results, body];
    const step = this.#steps[length];
    if (step === undefined) return { text: 'Done.' };
    const { server, tool: name, args } = step;
    // A host may have its own tool with the name of one of ours.
    const full = new RegExp(`^(?:mcp_+)?${server}[-_]+${name}$`);
    const tool = tools.find((each) => full.test(each)) ?? tools.find((each) => each === name);
    if (tool !== undefined)
      return { id: OUR_CALL + length, tool, args: typeof args === 'function' ? args(results) : args };
    const helper = tools.find((each) => Object.hasOwn(HELPERS, each));
    if (helper === undefined || this.#helped === length) return { text: 'Untitled' };
    this.#helped = length;
    return { id: `help_${length}`, tool: helper, args: HELPERS[helper]?.(`${server} ${name}`) ?? {} };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  }
}
