// Runs the things to ask on the real servers and writes the results as Markdown.
import type { JsonObject } from '@mcp/runtime';
import type { ProgramClient } from '@mcp/runtime/testing';
import { StartedServers } from '../started-servers.ts';
import { fetch } from './fetch.ts';
import { filesystem } from './filesystem.ts';
import { git } from './git.ts';
import { sqlite } from './sqlite.ts';
import { SITE, type Call, type Thing, type Things } from './thing.ts';

/** All groups, in page order. */
export const allThings: readonly Things[] = [filesystem, git, sqlite, fetch];

interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

const answerOf = async (client: ProgramClient, [tool, args]: Call, origin: string): Promise<Answer> => {
  const used = JSON.parse(JSON.stringify(args).replaceAll(SITE, origin)) as JsonObject;
  const result = await client.request('tools/call', { name: tool, arguments: used });
  const text = (result['content'] as { text?: string }[]).map((block) => block.text ?? '').join('\n');
  return { text: text.replaceAll(origin, SITE), isError: result['isError'] === true };
};

/** A group with the data of its calls. Its things run one after another in one folder. */
export class Playground implements AsyncDisposable {
  readonly #servers: StartedServers;
  readonly #things: Things;
  #origin: string | undefined;

  /** `checkout`: the root of another clone whose servers answer. */
  constructor(things: Things, checkout?: string) {
    this.#things = things;
    this.#servers = new StartedServers(checkout);
  }

  /** Makes the calls of a thing. Returns the expected part of each answer. */
  async play({ calls }: Thing, flags: readonly string[]): Promise<string[]> {
    const { client, folder, origin } = await this.#start(flags);
    const said: string[] = [];
    for (const call of calls) {
      const { text, isError } = await answerOf(client, call, origin);
      if (isError) throw new Error(`${call[0]}: ${text}`);
      const found = text.match(call[2]);
      if (found === null) throw new Error(`${call[0]} does not say ${call[2]}: ${text}`);
      const parts = call[2].global ? found : found.slice(0, 1);
      said.push(parts.join('\n').replaceAll(folder, '~/project'));
    }
    return said;
  }

  /**
   * Makes the calls that models make by habit and, if one goes unanswered, those of the page. Returns the texts of all
   * answers.
   */
  async playByHabit({ calls, habit = [], turnOn = [] }: Thing): Promise<string[]> {
    const { client, folder, origin } = await this.#start(turnOn);
    const texts: string[] = [];
    const ask = async (call: Call): Promise<boolean> => {
      const { text, isError } = await answerOf(client, call, origin);
      texts.push(text.replaceAll(folder, '~/project'));
      return !isError && text.search(call[2]) >= 0;
    };
    let isAnswered = habit.length > 0;
    for (const call of habit) isAnswered &&= await ask(call);
    if (isAnswered) return texts;
    for (const call of calls) if (!(await ask(call))) throw new Error(`${call[0]}: ${texts.at(-1)}`);
    return texts;
  }

  async #start(flags: readonly string[]): Promise<{ client: ProgramClient; folder: string; origin: string }> {
    const { server, args, prepare } = this.#things;
    const folder = this.#servers.folder(server);
    this.#origin ??= (await prepare(folder, this.#servers)) ?? SITE;
    const client = await this.#servers.client(server, [...args, ...flags]);
    return { client, folder, origin: this.#origin };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#servers[Symbol.asyncDispose]();
  }
}

const code = (text: string): string => `\`${text}\``;

/** Returns one thing as Markdown: the request, the flags, and the calls with their answers. */
export const show = (number: number, { say, turnOn = [], calls }: Thing, said: readonly string[]): string => {
  const needed = turnOn.length === 0 ? 'nothing' : code(turnOn.join(' '));
  const lines = calls.map(([tool, args], index) => {
    const answer = (said[index] ?? '').split('\n').map((line) => `  ${line}`);
    return [`${tool} ${JSON.stringify(args)}`, ...answer].join('\n');
  });
  return `**${number}. “${say}”** Turn on: ${needed}.\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\``;
};
