// The answers of both limits: JSON.parse, one lookup in a list of tools, JSON.stringify. No checks.
import { answer, requestedToolCount, serverInfo, toolSpecs } from './catalogue.ts';

export interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params?: {
    readonly name: string;
    readonly arguments: Readonly<Record<string, unknown>>;
    readonly protocolVersion?: string;
    readonly _meta?: object;
  };
}

const tools = toolSpecs(requestedToolCount());
const modern = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } };

function toResult({ method, params }: Request): object {
  if (method === 'tools/call' && params !== undefined)
    return { content: [{ type: 'text', text: answer(params.name, params.arguments) }] };
  if (method === 'tools/list')
    return params?._meta === undefined ? { tools } : { tools, ttlMs: 0, cacheScope: 'public' };
  if (method === 'initialize')
    return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo };
  return {};
}

/** Returns the answer to a request, as text. */
export function toAnswer(request: Request): string {
  const result = toResult(request);
  const full = request.params?._meta === undefined ? result : { ...result, ...modern };
  return JSON.stringify({ jsonrpc: '2.0', id: request.id, result: full });
}
