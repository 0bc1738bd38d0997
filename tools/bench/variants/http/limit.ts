// The limit over HTTP: node:http, JSON.parse, one look into a map of tools, JSON.stringify; nothing is checked.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, requestedToolCount, serverInfo, toolSpecs } from '../catalogue.ts';
import { toInputSchema } from '../json-schema.ts';
import { listen } from './announce.ts';

interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params?: {
    readonly name: string;
    readonly arguments: Readonly<Record<string, unknown>>;
    readonly protocolVersion?: string;
    readonly _meta?: object;
  };
}

type Run = (input: Readonly<Record<string, unknown>>) => Promise<string>;

const specs = toolSpecs(requestedToolCount());
const tools = specs.map((spec) => ({
  name: spec.name,
  description: spec.description,
  inputSchema: toInputSchema(spec),
}));
const runs = new Map<string, Run>(specs.map(({ name }) => [name, async (input) => answer(name, input)]));
const sessions = new Map<string, { readonly stream?: ServerResponse }>();
const modern = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } };
const acknowledged = JSON.stringify({
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: { notifications: {} },
});

async function toResult({ method, params }: Request): Promise<object | undefined> {
  if (method === 'tools/call') {
    const text = await runs.get(params?.name ?? '')?.(params?.arguments ?? {});
    return { content: [{ type: 'text', text }] };
  }
  if (method === 'tools/list') {
    return params?._meta === undefined ? { tools } : { tools, ttlMs: 0, cacheScope: 'public' };
  }
  if (method === 'initialize') {
    return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo };
  }
  return {};
}

function openStream(response: ServerResponse, first: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(first);
}

async function post(body: string, session: string | undefined, response: ServerResponse): Promise<void> {
  const request: Request = JSON.parse(body);
  if (request.id === undefined) return void response.writeHead(202).end();
  if (request.method === 'subscriptions/listen')
    return openStream(response, `event: message\ndata: ${acknowledged}\n\n`);
  const headers: Record<string, string | number> = { 'content-type': 'application/json' };
  if (request.method === 'initialize') {
    const id = randomUUID();
    sessions.set(id, {});
    headers['mcp-session-id'] = id;
  } else if (session !== undefined && !sessions.has(session)) return void response.writeHead(404).end();
  const result = await toResult(request);
  const full = request.params?._meta === undefined ? result : { ...result, ...modern };
  const text = JSON.stringify({ jsonrpc: '2.0', id: request.id, result: full });
  headers['content-length'] = Buffer.byteLength(text);
  response.writeHead(200, headers).end(text);
}

function handle(request: IncomingMessage, response: ServerResponse): void {
  const id = request.headers['mcp-session-id'];
  const session = typeof id === 'string' ? id : undefined;
  if (request.method === 'GET') {
    sessions.set(session ?? '', { stream: response });
    return openStream(response, ':\n\n');
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => void post(Buffer.concat(chunks).toString('utf8'), session, response));
}

listen(createServer(handle));
