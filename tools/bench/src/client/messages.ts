// The JSON-RPC lines that the driver sends, in both eras.

export type Era = 'legacy' | 'modern';

/** The revision of the modern era. */
export const modernRevision = '2026-07-28';

const clientInfo = { name: 'bench', version: '1.0.0' };
const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': modernRevision,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

export interface Request {
  readonly method: string;
  readonly params?: object;
}

/** Returns a message as a line, without the envelope of the modern era. */
export function toLine(message: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
}

/** Returns a request of an era as a line. */
export function requestLine(era: Era, { method, params }: Request, id: number): string {
  return toLine({ id, method, params: era === 'modern' ? { ...params, _meta: modernMeta } : params });
}

/** The request that opens a legacy conversation. */
export const initialize: string = toLine({
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
});
export const initialized: string = toLine({ method: 'notifications/initialized' });

export const echoText = 'The quick brown fox jumps over the lazy dog.';
export const listTools: Request = { method: 'tools/list' };
export const callEcho: Request = {
  method: 'tools/call',
  params: { name: 'echo', arguments: { text: echoText } },
};
export const callLargeText: Request = { method: 'tools/call', params: { name: 'large_text', arguments: {} } };

const firstId = 1_000_000;

/** `count` lines with the same request and consecutive ids of equal width, so that line i starts at i × length. */
export class Batch {
  readonly count: number;
  readonly firstId: number;
  readonly #lineLength: number;
  readonly #bytes: Buffer;

  constructor(era: Era, request: Request, { count, skip }: { count: number; skip: number }) {
    this.count = count;
    this.firstId = firstId + skip;
    const lines = Array.from({ length: count }, (_, n) => requestLine(era, request, this.firstId + n));
    this.#bytes = Buffer.from(lines.join(''));
    this.#lineLength = this.#bytes.length / count;
  }

  lines(from: number, to: number): Buffer {
    return this.#bytes.subarray(from * this.#lineLength, to * this.#lineLength);
  }
}
