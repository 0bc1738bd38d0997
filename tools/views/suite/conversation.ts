// A conversation with a built server over stdio, byte for byte.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Show } from '../src/bed.ts';

/** A client, which sends its capabilities once before 2026-07-28 and with each request since. */
export interface Client {
  readonly revision: string;
  readonly capabilities: object;
}

const INFO = { name: 'test', version: '1' };

const toMeta = ({ revision, capabilities }: Client): object => ({
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': INFO,
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});

/** The extension capabilities of a host with pages. */
export const UI = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };

/** A tool as listed. */
export interface Listed {
  readonly name: string;
  readonly _meta?: {
    readonly ui?: { readonly resourceUri?: string; readonly visibility?: readonly string[] };
  };
}

/** Returns the tools in an answer to tools/list. */
export const toolsIn = (line = ''): readonly Listed[] =>
  (JSON.parse(line) as { readonly result: { readonly tools: readonly Listed[] } }).result.tools;

/** Returns whether only pages may call a tool. */
export const isForPage = ({ _meta: meta }: Listed): boolean =>
  meta?.ui?.visibility?.includes('model') === false;

/** Sends requests one after another and returns the lines with the answers. */
export const converse = async (
  { command, cwd }: Pick<Show, 'command' | 'cwd'>,
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
