// Model: stands in for the API of a provider, and makes the tool calls of a script instead of thinking.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { JsonObject } from '@mcp/runtime';
import { anthropic } from './anthropic.ts';
import { gemini } from './gemini.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import { isObject, SEARCH, type Reply, type Turn } from './wire.ts';

/** A tool call of the model. */
export interface Step {
  readonly server: string;
  readonly tool: string;
  /** Returns the arguments; `results` are those of the steps before. */
  readonly args: (results: readonly string[]) => JsonObject;
}

const WIRES = [anthropic, openaiChat, openaiResponses, gemini];

/** Listens on loopback. Every form of API has its own paths, so one address serves all hosts. */
export class Model implements AsyncDisposable {
  /** The text of each tool result that reached the model, in the order of the steps. */
  results: readonly string[] = [];
  /** The body of the last request that carried tools. */
  last: JsonObject = {};
  readonly #server: Server;
  #steps: readonly Step[] = [];
  readonly #searches = new Set<string>();

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<Model> {
    const model = new Model();
    model.#server.listen(0, '127.0.0.1');
    await once(model.#server, 'listening');
    return model;
  }

  /** For example `http://127.0.0.1:4711`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Starts a new conversation. */
  play(steps: readonly Step[]): void {
    this.#steps = steps;
    this.results = [];
    this.#searches.clear();
    this.last = {};
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.url);
    const wire = WIRES.find(({ path }) => path.test(pathname));
    if (wire === undefined || request.method !== 'POST') {
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"error":{"message":"not found"}}');
      return;
    }
    const body = await json(request);
    if (!isObject(body)) return void response.writeHead(400).end();
    const { whole, events } = wire.write(
      this.#next(wire.read(body), body),
      typeof body['model'] === 'string' ? body['model'] : 'scripted',
    );
    if (body['stream'] !== true && !pathname.includes('stream')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) {
      if (typeof event['type'] === 'string') response.write(`event: ${event['type']}\n`);
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
    response.end(wire === openaiChat ? 'data: [DONE]\n\n' : '');
  }

  // Hosts also ask for titles and summaries: such requests offer none of our tools.
  #next({ tools, results }: Turn, body: JsonObject): Reply {
    const step = this.#steps[results.length];
    if (results.length >= this.results.length) [this.results, this.last] = [results, body];
    if (step === undefined) return { text: 'Done.' };
    const { server, tool: name } = step;
    const args = step.args(results);
    // A host may have a tool of its own that is named like ours.
    const tool = [`(?:mcp_+)?${server}[-_]+${name}`, name]
      .map((pattern) => tools.find((each) => new RegExp(`^${pattern}$`).test(each)))
      .find((found) => found !== undefined);
    if (tool !== undefined) return { id: `call_${results.length}`, tool, args };
    const id = `search_${results.length}`;
    if (!tools.includes(SEARCH) || this.#searches.has(id)) return { text: 'Untitled' };
    this.#searches.add(id);
    return { id, tool: SEARCH, args: { query: `${server} ${name}` } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
