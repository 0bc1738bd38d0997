// Compares the headers that repeat parts of the body (2026-07-28, basic/transports/streamable-http).
import { isObject, type JsonObject } from '../../../jsonrpc/json.ts';
import { headerMismatch } from '../../../protocol/errors.ts';
import { quote } from '../../../text/quote.ts';
import type { Exchange } from '../edge/exchange.ts';

/** The arguments of a tool that headers repeat: where each is, and its header. */
export type ParamHeaders = readonly { readonly path: readonly string[]; readonly header: string }[];

/** What the headers of a stateless request repeat. */
export interface StatelessRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly version: string;
  /** What `Mcp-Name` repeats. */
  readonly name: unknown;
  readonly paramHeaders: ParamHeaders;
}

/**
 * Compares the headers of a stateless request with its body.
 *
 * @throws {RpcError} −32020 when one is missing or differs.
 */
export function checkHeaders(
  exchange: Exchange,
  { method, params, version, name, paramHeaders }: StatelessRequest,
): void {
  compare('MCP-Protocol-Version', exchange.header('mcp-protocol-version')?.trim(), version);
  compare('Mcp-Method', exchange.header('mcp-method')?.trim(), method);
  if (typeof name === 'string') compare('Mcp-Name', decode('Mcp-Name', exchange.header('mcp-name')), name);
  for (const { path, header } of paramHeaders)
    compareParam(exchange, header, valueAt(params['arguments'], path));
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  );
}

function compareParam(exchange: Exchange, header: string, value: unknown): void {
  if (value === undefined || value === null) return;
  const given = decode(header, exchange.header(header.toLowerCase()));
  const isSame =
    typeof value === 'number'
      ? DECIMAL.test(given ?? '') && Number(given) === value
      : given === asText(value);
  if (isSame) return;
  const what = given === undefined ? 'is missing;' : `is ${quote(given)},`;
  throw headerMismatch(`the header ${header} ${what} the body says ${quote(value)}`);
}

// `Number` alone would accept hexadecimal digits, and an empty header as 0.
const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function compare(header: string, given: string | undefined, expected: string): void {
  if (given === expected) return;
  if (given === undefined)
    throw headerMismatch(`the header ${header} is missing; the body says ${quote(expected)}`);
  throw headerMismatch(`the header ${header} is ${quote(given)}, the body says ${quote(expected)}`);
}

// Values that are not plain text are sent as =?base64?…?=. Without both marks the value is literal.
function decode(header: string, value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value?.trim() ?? '')?.[1];
  if (encoded === undefined) return value?.trim();
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded))
    throw headerMismatch(`the header ${header} is not valid base64`);
  const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw headerMismatch(`the header ${header} is not UTF-8 in base64`);
  }
}

// Different bytes must not become the same text: nothing is replaced, and no byte order mark is dropped.
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
