// Messages as a client of any revision sends them.
import type { Message } from './harness.ts';
import type { Revision } from './requirements/index.ts';

/** The messages that open a session in a stateful revision. */
export const openings = (revision: Revision): readonly Message[] => {
  if (revision === '2026-07-28') return [];
  const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  return [
    { jsonrpc: '2.0', id: 'hello', method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ];
};

/** The metadata of a stateless request. */
export const envelope: Message = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request that a server of this revision understands. */
export const request = (revision: Revision, id: unknown, method: string, params: Message = {}): Message => ({
  jsonrpc: '2.0',
  id,
  method,
  params: revision === '2026-07-28' ? { ...params, _meta: envelope } : params,
});

/** A request on the wire. */
export const requestOf = (id: unknown, method: string, params?: unknown): Message => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});

/** The notification of this method. */
export const notificationOf = (method: string, params?: unknown): Message => ({
  jsonrpc: '2.0',
  method,
  ...(params === undefined ? {} : { params }),
});

/** The answer to a request. */
export const answerTo = (id: unknown, result: unknown): Message => ({ jsonrpc: '2.0', id, result });

/** The error that answers a request. */
export const errorTo = (id: unknown, error: unknown): Message => ({ jsonrpc: '2.0', id, error });

/** Returns a result of the server `test` in its revision. */
export const resultIn = (revision: Revision, result: object): Message => ({
  ...result,
  ...(revision === '2026-07-28'
    ? {
        resultType: 'complete',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'test', version: '1.0.0' } },
      }
    : {}),
});
