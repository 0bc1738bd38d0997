// Plays the things to ask on the real servers, and writes what happened as Markdown.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import type { ProgramClient } from '@mcp/runtime/testing';
import { startServer } from '../started-servers.ts';
import { fetch } from './fetch.ts';
import { filesystem } from './filesystem.ts';
import { git } from './git.ts';
import { sqlite } from './sqlite.ts';
import { SITE, type Call, type Thing, type Things } from './thing.ts';

/** In the order of the page. */
export const allThings: readonly Things[] = [filesystem, git, sqlite, fetch];

const textOf = async (client: ProgramClient, [tool, args]: Call, origin: string): Promise<string> => {
  const used = JSON.parse(JSON.stringify(args).replaceAll(SITE, origin)) as JsonObject;
  const result = await client.request('tools/call', { name: tool, arguments: used });
  const text = (result['content'] as { text?: string }[]).map((block) => block.text ?? '').join('\n');
  if (result['isError'] === true) throw new Error(`${tool}: ${text}`);
  return text.replaceAll(origin, SITE);
};

/** Makes the calls of a thing in a folder of its own. Returns of each answer the part that it has to say. */
export const play = async (things: Things, { calls }: Thing, flags: readonly string[]): Promise<string[]> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'things-')));
  try {
    const origin = (await things.prepare(folder)) ?? SITE;
    const { server: name, args } = things;
    await using client = await startServer({ name, args, switches: [] }, folder, flags);
    const said: string[] = [];
    for (const call of calls) {
      const text = await textOf(client, call, origin);
      const found = text.match(call[2]);
      if (found === null) throw new Error(`${call[0]} does not say ${call[2]}: ${text}`);
      const parts = call[2].global ? found : found.slice(0, 1);
      said.push(parts.join('\n').replaceAll(folder, '~/project'));
    }
    return said;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

const code = (text: string): string => `\`${text}\``;

/** One thing as Markdown: what to say, what to turn on, and the calls with what they answered. */
export const show = (number: number, { say, turnOn = [], calls }: Thing, said: readonly string[]): string => {
  const needed = turnOn.length === 0 ? 'nothing' : code(turnOn.join(' '));
  const lines = calls.map(([tool, args], index) => {
    const answer = (said[index] ?? '').split('\n').map((line) => `  ${line}`);
    return [`${tool} ${JSON.stringify(args)}`, ...answer].join('\n');
  });
  return `**${number}. “${say}”** Turn on: ${needed}.\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\``;
};
