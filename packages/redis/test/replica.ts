// Replicas: starts them and calls them over HTTP as a stateless client with tasks.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { envelope, modern, open, send, type Message, type Wire } from '@mcp/raw-http';

/** A replica process; disposing of it kills it. */
export interface Replica extends Disposable {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Forks a process with an IPC channel. */
export const start = (file: string, args: readonly string[]): ChildProcess =>
  fork(join(import.meta.dirname, file), args, { execArgv: [] });

/** Starts a replica whose store is at this URL. */
export async function startReplica(store: string, port = 0): Promise<Replica> {
  const child = start('replica-main.ts', [store, `${port}`]);
  const [url] = (await once(child, 'message')) as [string];
  return { url, child, [Symbol.dispose]: () => void child.kill('SIGKILL') };
}

const CAPABILITIES = { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** Sends one request and returns the response message. */
export async function ask(url: string, method: string, params: Message): Promise<Message> {
  const name = params['taskId'] ?? params['name'];
  const headers = typeof name === 'string' ? { 'mcp-name': name } : {};
  const shot = modern(method, { _meta: envelope({}, CAPABILITIES), ...params }, headers);
  const wire = await send(url, shot);
  return (wire.messages.at(-1) ?? wire.json) as Message;
}

/** Subscribes to changes of these tasks; resolves when the stream begins. */
export const listen = (url: string, taskIds: readonly unknown[]): Promise<Wire> =>
  open(
    url,
    modern('subscriptions/listen', { _meta: envelope({}, CAPABILITIES), notifications: { taskIds } }),
  );

/** Calls a tool. */
export const call = (url: string, name: string, more: Message = {}): Promise<Message> =>
  ask(url, 'tools/call', { name, arguments: {}, ...more });

/** Requests a task. */
export const task = (url: string, taskId: unknown): Promise<Message> => ask(url, 'tasks/get', { taskId });
