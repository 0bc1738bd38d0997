// A hand-written client of tasks over HTTP: fetch, and nothing of the runtime.
const ID = 'io.modelcontextprotocol/tasks';

/** A JSON object that nobody has looked at. */
export interface Message {
  readonly [member: string]: unknown;
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'by-hand', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} }, extensions: { [ID]: {} } },
};

let lastId = 0;

/** Sends one request; resolves with its result, rejects with the error that answers it. */
export async function post(url: string, method: string, params: Message, headers = {}): Promise<Message> {
  const name = params['taskId'] ?? params['name'];
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params: { ...params, _meta: META } }),
  });
  const text = await response.text();
  const data = text.split('\n').findLast((line) => line.startsWith('data: '));
  const { result, error } = JSON.parse(data?.slice(6) ?? text);
  if (error !== undefined) throw Object.assign(new Error(error.message), error, { status: response.status });
  return result;
}

/** Calls a tool. */
export const call = (url: string, name: string, args: Message = {}, headers = {}): Promise<Message> =>
  post(url, 'tools/call', { name, arguments: args }, headers);
