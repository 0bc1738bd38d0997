// Requests: what clients of both eras send, and short names for its parts.
import { open, send, type Message, type Shot, type Wire } from './wire.ts';

type Headers = NonNullable<Shot['headers']>;

const META = 'io.modelcontextprotocol/';

/** Returns the `_meta` of a stateless request. */
export const envelope = (more: Message = {}, capabilities: Message = {}): Message => ({
  [`${META}protocolVersion`]: '2026-07-28',
  [`${META}clientCapabilities`]: capabilities,
  ...more,
});

/** Returns a JSON-RPC message; without an id, a notification. */
export const rpc = (id: string | number | undefined, method: string, params?: Message): Message => ({
  jsonrpc: '2.0',
  ...(id === undefined ? {} : { id }),
  method,
  ...(params === undefined ? {} : { params }),
});

/** Returns a stateless request with all its headers. `headers` replaces headers, or removes undefined ones. */
export function modern(method: string, params: Message = {}, headers: Headers = {}): Shot {
  const name = method === 'resources/read' ? params['uri'] : params['name'];
  return {
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...headers,
    },
    body: rpc(1, method, { _meta: envelope(), ...params }),
  };
}

/** Returns an error as in a response body. */
export const failure = (code: number, message: string, id?: string | number): Message => ({
  jsonrpc: '2.0',
  ...(id === undefined ? {} : { id }),
  error: { code, message },
});

/** Returns an initialize request. */
export const hello = (revision: string, capabilities: Message = {}): Message =>
  rpc('hello', 'initialize', {
    protocolVersion: revision,
    capabilities,
    clientInfo: { name: 'c', version: '1' },
  });

/** A client with a session. */
export class Session {
  readonly url: string;
  readonly headers: Headers;

  constructor(url: string, headers: Headers) {
    this.url = url;
    this.headers = headers;
  }

  /** Performs the whole handshake. */
  static async begin(url: string, revision: string, capabilities: Message = {}): Promise<Session> {
    const opened = await send(url, { headers: ACCEPT, body: hello(revision, capabilities) });
    const id = opened.headers['mcp-session-id'];
    if (typeof id !== 'string') throw new Error(`no session: ${opened.status} ${opened.text}`);
    const session = new Session(url, {
      ...ACCEPT,
      'mcp-session-id': id,
      // The first revision does not have this header.
      'mcp-protocol-version': revision === '2025-03-26' ? undefined : revision,
    });
    await session.post(rpc(undefined, 'notifications/initialized'));
    return session;
  }

  get id(): string {
    return String(this.headers['mcp-session-id']);
  }

  /** Posts a body and resolves with the whole response. */
  post(body: unknown, headers: Headers = {}): Promise<Wire> {
    return send(this.url, { headers: { ...this.headers, ...headers }, body });
  }

  /** Posts a body and resolves when the response begins. */
  open(body: unknown): Promise<Wire> {
    return open(this.url, { headers: this.headers, body });
  }

  /** Opens the stream of the session, or resumes it after an event. */
  listen(lastEventId?: string): Promise<Wire> {
    const headers = { ...this.headers, accept: 'text/event-stream', 'last-event-id': lastEventId };
    return open(this.url, { method: 'GET', headers });
  }

  /** Ends the session. */
  end(): Promise<Wire> {
    return send(this.url, { method: 'DELETE', headers: this.headers });
  }
}

const ACCEPT: Headers = { accept: 'application/json, text/event-stream' };

/** Returns a request that calls a tool. */
export const call = (id: string | number, name: string, args: Message = {}, meta?: Message): Message =>
  rpc(id, 'tools/call', { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) });

/** Returns the response of a tool that said `text`. */
export const said = (id: string | number, text: string): Message => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text }] },
});
