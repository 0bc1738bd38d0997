// The limit over HTTP: node:http, one session lookup, and the answer. No checks.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Request, toAnswer } from '../limit-answers.ts';
import { listen } from './announce.ts';

const sessions = new Map<string, object>();

function post(body: string, session: string | undefined, response: ServerResponse): void {
  const request: Request = JSON.parse(body);
  if (request.id === undefined) return void response.writeHead(202).end();
  const headers: Record<string, string | number> = { 'content-type': 'application/json' };
  if (request.method === 'initialize') {
    const id = randomUUID();
    sessions.set(id, {});
    headers['mcp-session-id'] = id;
  } else if (session !== undefined && !sessions.has(session)) return void response.writeHead(404).end();
  const text = toAnswer(request);
  headers['content-length'] = Buffer.byteLength(text);
  response.writeHead(200, headers).end(text);
}

function handle(request: IncomingMessage, response: ServerResponse): void {
  const id = request.headers['mcp-session-id'];
  const session = typeof id === 'string' ? id : undefined;
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => post(Buffer.concat(chunks).toString('utf8'), session, response));
}

listen(createServer(handle));
