// The JSON-RPC lines that the driver sends, in both eras.

export type Era = 'legacy' | 'modern';

/** How a client talks: its era, and in the legacy era the revision that it asks for. */
export interface Dialect {
  readonly era: Era;
  /** 2025-11-25 unless told otherwise. */
  readonly revision: string | undefined;
}

/** The revision of the modern era. */
export const modernRevision = '2026-07-28';

const clientInfo = { name: 'bench', version: '1.0.0' };
const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': modernRevision,
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The request that opens a conversation in the legacy era. */
export function initialize(revision = '2025-11-25'): string {
  return toLine({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: revision, capabilities: {}, clientInfo },
  });
}

export const initialized: string = toLine({ method: 'notifications/initialized' });

function toLine(message: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
}

export interface Request {
  readonly method: string;
  readonly params?: object;
}

export const echoText = 'The quick brown fox jumps over the lazy dog.';
export const ping: Request = { method: 'ping' };
export const listTools: Request = { method: 'tools/list' };
export const callEcho: Request = {
  method: 'tools/call',
  params: { name: 'echo', arguments: { text: echoText } },
};
export const callLargeText: Request = { method: 'tools/call', params: { name: 'large_text', arguments: {} } };

const firstId = 1_000_000;

/** `count` lines with the same request and consecutive ids of one width, so that line i starts at i × length. */
export class Batch {
  readonly count: number;
  readonly firstId: number;
  readonly #lineLength: number;
  readonly #bytes: Buffer;

  constructor(era: Era, { method, params }: Request, { count, skip }: { count: number; skip: number }) {
    const meta = era === 'modern' ? { _meta: modernMeta } : undefined;
    const full = params === undefined && meta === undefined ? undefined : { ...params, ...meta };
    const line = Buffer.from(toLine({ id: firstId, method, params: full }));
    this.count = count;
    this.firstId = firstId + skip;
    this.#lineLength = line.length;
    this.#bytes = Buffer.alloc(count * line.length, line);
    const idAt = line.indexOf(String(firstId));
    for (let index = 0; index < count; index += 1) {
      this.#bytes.write(String(this.firstId + index), index * line.length + idAt, 'latin1');
    }
  }

  lines(from: number, to: number): Buffer {
    return this.#bytes.subarray(from * this.#lineLength, to * this.#lineLength);
  }
}
