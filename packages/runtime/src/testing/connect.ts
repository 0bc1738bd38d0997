// connect: a scripted client for tests, over memory, stdio streams, HTTP or to a program, in every revision.
import { RpcError } from '../jsonrpc/error.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { clientRules, type ClientRules } from '../protocol/client.ts';
import { LATEST_REVISION, type Revision } from '../protocol/revisions.ts';
import type { ClientCapabilities, Implementation } from '../protocol/types.ts';
import type { McpServer } from '../server.ts';
import type { WireReceiver } from './http-wire.ts';
import { connectMemory, connectStreams } from './in-process.ts';
import type { ConnectOptions, ProgramClient, RequestOptions, TestClient } from './test-client.ts';
import { followTask } from './task.ts';
import type { Exit, Program, RunningProgram } from './program.ts';

/**
 * Connects a test client to a server, or starts a program and connects to that. Rejects with `RpcError` when the
 * handshake is refused.
 *
 * @example
 * await using client = await connect(server, { revision: '2025-11-25' });
 * const result = await client.request('tools/call', { name: 'add', arguments: { a: 1, b: 2 } });
 * @example
 * await using client = await connect({ command: process.execPath, args: ['dist/main.js', '--read-only'] });
 */
export function connect(
  program: Program,
  options?: Omit<ConnectOptions, 'transport'>,
): Promise<ProgramClient>;
export function connect(server: McpServer, options?: ConnectOptions): Promise<TestClient>;
export async function connect(
  target: McpServer | Program,
  options: ConnectOptions = {},
): Promise<TestClient> {
  const client =
    'command' in target ? await start(target, options) : new Client(options, await wireTo(target, options));
  if (options.initialize !== false) await client.initialize();
  return client;
}

// Loaded only here, because most tests need no child process.
async function start(program: Program, options: ConnectOptions): Promise<ClientOfProgram> {
  const { RunningProgram: Running } = await import('./program.ts');
  return new ClientOfProgram(options, ({ message }) => new Running(program, message));
}

async function wireTo(
  server: McpServer,
  { revision = LATEST_REVISION, transport = 'memory', sessions = true }: ConnectOptions,
): Promise<OpenWire<Wire>> {
  if (transport === 'memory')
    return ({ message }) => connectMemory((channel) => server.transport.open(channel), message);
  if (transport === 'stdio') return ({ message }) => connectStreams(server, message);
  const { HttpWire } = await import('./http-wire.ts');
  const { cancelsByClosing } = clientRules(revision, { capabilities: {}, clientInfo: CLIENT });
  return (receiver) => new HttpWire(server, { revision, sessions, cancelsByClosing }, receiver);
}

const MAX_ROUNDS = 16;

interface Waiter {
  readonly fits: (message: JsonObject) => boolean;
  readonly resolve: (message: JsonObject) => void;
}

interface Wire {
  send(text: string): void;
  close(): Promise<void>;
  /** Rejects when the other end is gone, so that there will be no answer. */
  ended?(): Promise<never>;
}

/** Connects; the receiver gets what comes over the wire. */
type OpenWire<W extends Wire> = (receiver: WireReceiver) => W;

class Client<W extends Wire = Wire> implements TestClient {
  readonly revision: Revision;
  readonly sent: unknown[] = [];
  readonly received: unknown[] = [];
  server: JsonObject = {};
  readonly #options: ConnectOptions;
  readonly #rules: ClientRules;
  readonly wire: W;
  #waiters: Waiter[] = [];
  #lastId = 0;

  constructor(options: ConnectOptions, open: OpenWire<W>) {
    this.#options = options;
    this.revision = options.revision ?? LATEST_REVISION;
    const { capabilities = {}, clientInfo = CLIENT } = options;
    this.#rules = clientRules(this.revision, { capabilities, clientInfo });
    this.wire = open({
      message: (text) => this.#receive(text),
      refused: (ids, error) => ids.forEach((id) => this.#notifyWaiters({ jsonrpc: '2.0', id, error })),
    });
  }

  async initialize(): Promise<void> {
    const { method, params } = this.#rules.opening;
    this.server = await this.request(method, params);
    if (method === 'initialize') this.notify('notifications/initialized');
  }

  async request(method: string, params: JsonObject = {}, options: RequestOptions = {}): Promise<JsonObject> {
    let result = await this.#requestOnce(method, params, options);
    const goOn = ({ requestState }: JsonObject, inputResponses: JsonObject): Promise<JsonObject> => {
      const state = requestState === undefined ? {} : { requestState };
      return this.#requestOnce(method, { ...params, inputResponses, ...state }, withoutId(options));
    };
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (options.answer === false || result['resultType'] !== 'input_required') return result;
      const { inputRequests } = result;
      if (this.#options.repeat === true) {
        // Without an answer it asks again. The state has the results of `once`, and may open only once.
        result = await goOn(result, {});
        checkSame(inputRequests, result);
      }
      result = await goOn(result, await this.answerAll(inputRequests));
    }
    throw new Error(`${method} asked more than ${MAX_ROUNDS} times`);
  }

  notify(method: string, params?: JsonObject): void {
    this.send(params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params });
  }

  send(message: unknown): void {
    this.sent.push(message);
    this.wire.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  notifications(method?: string): JsonObject[] {
    return this.#messages().filter(
      (message) =>
        !('id' in message) && 'method' in message && (method === undefined || message['method'] === method),
    );
  }

  waitFor(fits: (message: JsonObject) => boolean, timeoutMs = 10_000): Promise<JsonObject> {
    const past = this.#messages().find(fits);
    if (past !== undefined) return Promise.resolve(past);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters = this.#waiters.filter((waiter) => waiter !== entry);
        reject(
          new Error(`no such message within ${timeoutMs} ms; received: ${JSON.stringify(this.received)}`),
        );
      }, timeoutMs);
      const entry: Waiter = {
        fits,
        resolve: (message) => {
          clearTimeout(timer);
          resolve(message);
        },
      };
      this.#waiters.push(entry);
    });
  }

  close(): Promise<void> {
    return this.wire.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #requestOnce(
    method: string,
    params: JsonObject,
    { id = ++this.#lastId, _meta: more = {} }: RequestOptions,
  ): Promise<JsonObject> {
    const own = isObject(params['_meta']) ? params['_meta'] : {};
    const _meta = { ...this.#rules.envelope, ...own, ...more };
    const all = Object.keys(_meta).length === 0 ? params : { ...params, _meta };
    const fits = (message: JsonObject): boolean => !('method' in message) && message['id'] === id;
    const answer = new Promise<JsonObject>((resolve) => this.#waiters.push({ fits, resolve }));
    this.send({ jsonrpc: '2.0', id, method, params: all });
    const gone = this.wire.ended?.();
    const { result, error } = await (gone === undefined ? answer : Promise.race([answer, gone]));
    if (isObject(result)) return result;
    const { code, message, data } = isObject(error) ? error : {};
    throw new RpcError(Number(code), String(message), data);
  }

  #receive(text: string): void {
    const parsed: unknown = JSON.parse(text);
    this.received.push(parsed);
    for (const message of Array.isArray(parsed) ? parsed : [parsed])
      if (isObject(message)) this.#dispatch(message);
  }

  #notifyWaiters(message: JsonObject): void {
    const ready = this.#waiters.filter(({ fits }) => fits(message));
    this.#waiters = this.#waiters.filter((waiter) => !ready.includes(waiter));
    for (const { resolve } of ready) resolve(message);
  }

  #dispatch(message: JsonObject): void {
    this.#notifyWaiters(message);
    if (typeof message['method'] === 'string' && 'id' in message)
      void this.#answerRequest(message, message['method']);
  }

  async #answerRequest({ id, params }: JsonObject, method: string): Promise<void> {
    try {
      this.send({ jsonrpc: '2.0', id, result: await this.#answer(method, params) });
    } catch (error) {
      const wire = error instanceof RpcError ? error.toObject() : { code: -32603, message: String(error) };
      this.send({ jsonrpc: '2.0', id, error: wire });
    }
  }

  async #answer(method: string, params: unknown): Promise<JsonObject> {
    if (method === 'ping') return {};
    const answer = this.#options.answers?.[method];
    if (answer === undefined) throw new RpcError(-32601, `the test client has no answer to ${method}`);
    return answer(isObject(params) ? params : {});
  }

  get capabilities(): ClientCapabilities {
    return this.#options.capabilities ?? {};
  }

  task(name: string, args: JsonObject = {}): Promise<JsonObject> {
    return followTask(this, name, args);
  }

  async answerAll(requests: unknown): Promise<JsonObject> {
    const responses: JsonObject = {};
    for (const [key, question] of Object.entries(isObject(requests) ? requests : {})) {
      if (isObject(question))
        responses[key] = await this.#answer(String(question['method']), question['params']);
    }
    return responses;
  }

  #messages(): JsonObject[] {
    return this.received.flat().filter(isObject);
  }
}

class ClientOfProgram extends Client<RunningProgram> implements ProgramClient {
  get stderr(): string {
    return this.wire.stderr;
  }

  get exited(): Promise<Exit> {
    return this.wire.exited;
  }
}

const CLIENT: Implementation = { name: 'test-client', version: '1.0.0' };

function checkSame(asked: unknown, { inputRequests: again }: JsonObject): void {
  const [first, second] = [asked, again].map((questions) => JSON.stringify(questions));
  if (first === second) return;
  throw new Error(
    `the handler asked ${first}, and when it ran again ${second ?? 'nothing'}: ` +
      'what it does before a question is done again; use ctx.once, or ask first',
  );
}

function withoutId({ id: _id, ...options }: RequestOptions): RequestOptions {
  return options;
}
