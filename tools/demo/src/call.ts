// A call of a tool, in the transcript.
import type { Client } from '@modelcontextprotocol/client';
import { answer, ask } from './transcript.ts';

/** The text of a result; other blocks by their kind. */
export const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>): string =>
  content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n');

/** Calls a tool, and shows what is asked and what comes back. */
export const call = async (
  client: Client,
  name: string,
  args: { readonly [name: string]: unknown },
): Promise<void> => {
  ask(`tools/call ${name}  ${JSON.stringify(args)}`);
  answer(textOf(await client.callTool({ name, arguments: { ...args } })));
};
