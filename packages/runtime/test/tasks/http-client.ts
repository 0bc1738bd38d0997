// Stateless HTTP task client: writes its messages by hand without code of the runtime.
import { envelope, modern, send, type Message } from '@mcp/raw-http';

export type { Message } from '@mcp/raw-http';

const CAPABILITIES = { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } };
const CLIENT = { 'io.modelcontextprotocol/clientInfo': { name: 'by-hand', version: '1' } };

/** Sends one request; resolves with its result, rejects with the error that answers it. */
export async function post(url: string, method: string, params: Message, headers = {}): Promise<Message> {
  const name = params['taskId'] ?? params['name'];
  const named = typeof name === 'string' ? { 'mcp-name': name } : {};
  const shot = modern(method, { ...params, _meta: envelope(CLIENT, CAPABILITIES) }, { ...named, ...headers });
  const wire = await send(url, shot);
  const { result, error } = (wire.messages.at(-1) ?? wire.json) as { result: Message; error?: Error };
  if (error !== undefined) throw Object.assign(new Error(error.message), error, { status: wire.status });
  return result;
}

/** Calls a tool. */
export const call = (url: string, name: string, args: Message = {}, headers = {}): Promise<Message> =>
  post(url, 'tools/call', { name, arguments: args }, headers);
