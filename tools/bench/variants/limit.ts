// The limit: the least a server can do. Read lines, JSON.parse, canned answers, JSON.stringify, write; nothing is checked.
import { answer, requestedToolCount, serverInfo, toolSpecs } from './catalogue.ts';
import { toInputSchema } from './json-schema.ts';

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

const tools = toolSpecs(requestedToolCount()).map((spec) => ({
  name: spec.name,
  description: spec.description,
  inputSchema: toInputSchema(spec),
}));
const modern = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } };

function toResult({ method, params }: Request): object {
  if (method === 'tools/call' && params !== undefined) {
    return { content: [{ type: 'text', text: answer(params.name, params.arguments) }] };
  }
  if (method === 'tools/list') {
    return params?._meta === undefined ? { tools } : { tools, ttlMs: 0, cacheScope: 'public' };
  }
  if (method === 'initialize') {
    return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo };
  }
  return {};
}

function toAnswer(line: string): string {
  const request: Request = JSON.parse(line);
  if (request.id === undefined) return '';
  const result = toResult(request);
  const full = request.params?._meta === undefined ? result : { ...result, ...modern };
  return `${JSON.stringify({ jsonrpc: '2.0', id: request.id, result: full })}\n`;
}

let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  let output = '';
  for (const line of lines) output += toAnswer(line);
  if (output !== '') process.stdout.write(output);
});
