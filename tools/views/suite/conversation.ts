// A conversation with a built server over stdio, byte for byte.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Show } from '../src/bed.ts';

/** What a client says first, and with each request: before 2026-07-28 its capabilities come once. */
export interface Client {
  readonly revision: string;
  /** Its capabilities. */
  readonly capabilities: object;
}

const INFO = { name: 'test', version: '1' };

const toMeta = ({ revision, capabilities }: Client): object => ({
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': INFO,
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});

/** The lines that the server answers requests with, one after the other. */
export const converse = async (
  { command, cwd }: Show,
  client: Client,
  requests: readonly { readonly method: string; readonly params: object }[],
): Promise<readonly string[]> => {
  const [file, ...args] = command;
  const child = spawn(file, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<unknown, (line: string) => void>();
  createInterface(child.stdout).on('line', (line) => {
    const { id } = JSON.parse(line) as { readonly id?: unknown };
    waiting.get(id)?.(line);
  });
  const send = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (id: number, method: string, params: object): Promise<string> => {
    const answered = new Promise<string>((resolve) => void waiting.set(id, resolve));
    send({ id, method, params });
    return answered;
  };
  const { revision: protocolVersion, capabilities } = client;
  const isStateless = protocolVersion >= '2026';
  if (!isStateless) {
    await ask(0, 'initialize', { protocolVersion, capabilities, clientInfo: INFO });
    send({ method: 'notifications/initialized' });
  }
  const answers: string[] = [];
  for (const [at, { method, params }] of requests.entries())
    answers.push(await ask(at + 1, method, isStateless ? { ...params, _meta: toMeta(client) } : params));
  child.stdin.end();
  await once(child, 'exit');
  return answers;
};
