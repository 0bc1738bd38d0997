// Scenes: tool calls of the conversation, and checks of what reached the model.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import type { Step } from './model/model.ts';
import { objectsIn, textOf } from './model/wire.ts';
import { IMAGE, longLine } from './playground.ts';
import type { CheckName } from './report.ts';
import { programOf, serversOf } from './servers.ts';

/** Steps of the conversation that are judged together. */
export interface Scene {
  readonly check: CheckName;
  readonly steps: readonly Step[];
  /**
   * Checks the results of the steps and the last request.
   *
   * @returns a remark for the report.
   * @throws {Error} if something is wrong.
   */
  readonly judge: (read: readonly string[], request: JsonObject) => string;
}

/** Returns all scenes for the files of a project; `page` is the URL of a page. */
export const scenesOf = async (project: string, page: string): Promise<Scene[]> => [
  await sixCalls(project, page),
  image(join(project, 'dot.png')),
  readOn('ascii', join(project, 'long.txt'), 'x'),
  readOn('chinese', join(project, 'chinese.txt'), '文'),
  destroy(join(project, 'story.txt')),
];

/** A query for the customer of the only order. */
export const query: Step = {
  ...{ server: 'sqlite', tool: 'read_query' },
  args: { query: 'SELECT customer FROM orders WHERE id = ?', params: [1] },
};

const files = (tool: string, args: Step['args']): Step => ({ server: 'filesystem', tool, args });

/** Six calls to the four servers, whose answers must equal those to a direct client. The last one fails. */
const sixCalls = async (project: string, page: string): Promise<Scene> => {
  const steps: readonly Step[] = [
    files('list_directory', { path: project }),
    files('read_text_file', { path: join(project, 'story.txt') }),
    { server: 'git', tool: 'git_status', args: {} },
    query,
    { server: 'fetch', tool: 'fetch', args: { url: page } },
    files('read_text_file', { path: '/etc/passwd' }),
  ];
  const answers = await Promise.all(steps.map((step) => answerOf(step, project)));
  if (answers.findIndex(({ isError }) => isError) !== 5) throw new Error(JSON.stringify(answers));
  const judge = (read: readonly string[]): string => {
    const forms = answers.map((answer, index) => formOf(answer, read[index] ?? ''));
    return forms.find((form) => form !== undefined) ?? 'text';
  };
  return { check: 'calls', steps, judge };
};

const answerOf = async ({ server, tool, args }: Step, project: string): Promise<JsonObject> => {
  const words = [programOf(server), ...(serversOf(project)[server] ?? [])];
  await using client = await connect({ command: process.execPath, args: words, cwd: project });
  return await client.request('tools/call', { name: tool, arguments: args });
};

// Returns which part of an answer reached the model, if its parts differ.
const formOf = ({ content, structuredContent }: JsonObject, read: string): string | undefined => {
  // Continue passes the blocks to its model as JSON.
  const hasText = objectsIn(content)
    .map((block) => textOf([block]).trim())
    .every((text) => read.includes(text) || read.includes(JSON.stringify(text).slice(1, -1)));
  const structure = structuredContent === undefined ? '' : JSON.stringify(structuredContent);
  const hasStructure = structure !== '' && read.includes(structure);
  if (!hasText && !hasStructure) throw new Error(`instead of ${textOf(content)} the model read: ${read}`);
  if (textOf(content).includes(structure)) return undefined;
  return hasText && hasStructure ? 'both' : hasText ? 'text' : 'structure';
};

const image = (path: string): Scene => ({
  ...{ check: 'image', steps: [files('read_text_file', { path })] },
  judge: ([read = ''], request) => {
    const body = JSON.stringify(request);
    if (body.includes(`"${IMAGE}"`) || body.includes(`"data:image/png;base64,${IMAGE}"`)) return 'an image';
    if (body.includes(IMAGE)) return 'Base64 in text';
    if (read.includes('dot.png')) return 'a line of text';
    throw new Error(`the model read: ${read}`);
  },
});

const offsetIn = (text = ''): number => Number(/continue with offset (\d+)/i.exec(text)?.[1] ?? 0);

/** Two calls: the start of a long file, and the continuation that the answer suggests. */
const readOn = (check: CheckName, path: string, filler: string): Scene => {
  const next = (results: readonly string[]): JsonObject => ({ path, offset: offsetIn(results.at(-1)) || 1 });
  const judge = ([first = '', second = '']: readonly string[]): string => {
    const offset = offsetIn(first);
    if (offset === 0) throw new Error(`how to continue is missing in ${Buffer.byteLength(first)} bytes`);
    if (!second.includes(longLine(offset, filler))) throw new Error(`offset ${offset} does not continue`);
    const lines = Array.from({ length: offset - 1 }, (_, index) => longLine(index + 1, filler));
    const missing = lines.filter((line) => !first.includes(line)).length;
    if (missing > 0) throw new Error(`${missing} of the first ${lines.length} lines are missing`);
    return `${lines.length} lines`;
  };
  return { check, steps: [files('read_text_file', { path }), files('read_text_file', next)], judge };
};

/** A call that needs the user's consent, although there is no user. */
const destroy = (path: string): Scene => ({
  ...{ check: 'confirm', steps: [files('delete_file', { path, permanent: true })] },
  judge: ([read = 'nothing']) => {
    if (!existsSync(path)) throw new Error('the file was deleted, and nobody was asked');
    if (read.includes('cannot ask')) return 'cannot ask';
    if (read.includes('did not agree')) return 'declines';
    throw new Error(`the model read: ${read}`);
  },
});
