// Plays the things to ask on the real servers, and writes what happened as Markdown.
import type { JsonObject } from '@mcp/runtime';
import type { ProgramClient } from '@mcp/runtime/testing';
import { StartedServers } from '../started-servers.ts';
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

/** A group whose calls have what they work on. The things of a group follow one another in one folder. */
export class Playground implements AsyncDisposable {
  readonly #servers = new StartedServers();
  readonly #things: Things;
  #origin: string | undefined;

  constructor(things: Things) {
    this.#things = things;
  }

  /** Makes the calls of a thing. Returns of each answer the part that it has to say. */
  async play({ calls }: Thing, flags: readonly string[]): Promise<string[]> {
    const { server, args, prepare } = this.#things;
    const folder = this.#servers.folder(server);
    this.#origin ??= (await prepare(folder, this.#servers)) ?? SITE;
    const client = await this.#servers.client(server, [...args, ...flags]);
    const said: string[] = [];
    for (const call of calls) {
      const text = await textOf(client, call, this.#origin);
      const found = text.match(call[2]);
      if (found === null) throw new Error(`${call[0]} does not say ${call[2]}: ${text}`);
      const parts = call[2].global ? found : found.slice(0, 1);
      said.push(parts.join('\n').replaceAll(folder, '~/project'));
    }
    return said;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#servers[Symbol.asyncDispose]();
  }
}

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
