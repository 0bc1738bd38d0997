// Calls to the built servers, shown in the transcript.
import { join } from 'node:path';
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { answer, ask } from './transcript.ts';

/** The folder of this checkout. */
export const checkout: string = join(import.meta.dirname, '../../..');

/** Returns the path of a built server. */
export const program = (server: string): string => join(checkout, 'servers', server, 'dist/main.cjs');

/** Starts a built server and connects the official client to it. */
export const connect = async (
  server: string,
  args: readonly string[],
  options: ClientOptions = {},
): Promise<Client & AsyncDisposable> => {
  const client = new Client({ name: 'demo', version: '1.0.0' }, options);
  const command = { command: process.execPath, args: [program(server), ...args] };
  await client.connect(new StdioClientTransport({ ...command, stderr: 'inherit' }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
};

/** Returns the text of a result. Other blocks are shown by their type. */
export const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>): string =>
  content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n');

/** Calls a tool and prints the call and the result. */
export const call = async (
  client: Client,
  name: string,
  args: { readonly [name: string]: unknown },
): Promise<void> => {
  ask(`tools/call ${name}  ${JSON.stringify(args)}`);
  answer(textOf(await client.callTool({ name, arguments: { ...args } })));
};
