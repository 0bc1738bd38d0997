// Middleware test helpers: revisions and transports to run in, and result shapes.
import type { Revision } from '../../src/index.ts';
import type { TestClient } from '../../src/testing/test-client.ts';

/** Both eras over both transports. */
export const PLACES: readonly { readonly transport: 'memory' | 'stdio'; readonly revision: Revision }[] = [
  { transport: 'memory', revision: '2025-06-18' },
  { transport: 'stdio', revision: '2025-11-25' },
  { transport: 'memory', revision: '2026-07-28' },
  { transport: 'stdio', revision: '2026-07-28' },
];

/** Members added to results of this revision. */
export const extra = ({ revision }: { readonly revision: Revision }): object =>
  revision === '2026-07-28'
    ? {
        resultType: 'complete',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'test', version: '1' } },
      }
    : {};

/** Returns an error result. */
export const failure = (text: string): object => ({ content: [{ type: 'text', text }], isError: true });

/** A result with one text. */
export const success = (text: string): object => ({ content: [{ type: 'text', text }] });

/** Calls a tool. */
export const call = (client: TestClient, name: string, args: object = {}) =>
  client.request('tools/call', { name, arguments: { ...args } });
