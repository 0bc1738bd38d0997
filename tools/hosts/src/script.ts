// Script: the tool calls of the conversation, and what a reader of the results must find in them.
import { join } from 'node:path';
import type { Step } from './model/model.ts';
import { longLine, type Playground } from './playground.ts';

/** A tool call whose result is compared with the answer of the server. */
export interface Compared extends Step {
  /** Part of the answer, so that two equal refusals do not pass. */
  readonly shows: string;
}

/** Returns six calls over the four servers; the last one fails. */
export const sixCalls = ({ project, page }: Playground): Compared[] => {
  const call = (
    server: string,
    tool: string,
    shows: string,
    args: Readonly<Record<string, unknown>> = {},
  ): Compared => ({
    ...{ server, tool, shows },
    args: () => args,
  });
  const query = { query: 'SELECT customer FROM orders WHERE id = ?', params: [1] };
  return [
    call('filesystem', 'list_directory', 'invoice.pdf', { path: project }),
    call('filesystem', 'read_text_file', 'about 4711 euros', { path: join(project, 'invoice.pdf') }),
    call('git', 'git_status', 'story.txt'),
    call('sqlite', 'read_query', 'Grace', query),
    call('fetch', 'fetch', 'High water at 17:42', { url: page }),
    call('filesystem', 'read_text_file', 'Access denied', { path: '/etc/passwd' }),
  ];
};

/** Returns the call that reads the image. */
export const readImage = ({ project }: Playground): Step => ({
  ...{ server: 'filesystem', tool: 'read_media_file' },
  args: () => ({ path: join(project, 'dot.png') }),
});

/** Long files, by what fills their lines. */
export const LONG_FILES = { 'long.txt': 'x', 'chinese.txt': '文' };

const offsetIn = (text = ''): number => Number(/continue with offset (\d+)/i.exec(text)?.[1] ?? 0);

/** Returns two calls: the start of a long file, and what the answer says to continue with. */
export const readOn = ({ project }: Playground, name: string): Step[] => {
  const common = { server: 'filesystem', tool: 'read_text_file' };
  const path = join(project, name);
  return [
    { ...common, args: () => ({ path }) },
    { ...common, args: (results) => ({ path, offset: offsetIn(results.at(-1)) || 1 }) },
  ];
};

/**
 * Compares the two results of `readOn`.
 *
 * @returns how many lines the model read before it went on.
 * @throws {Error} if the model could not continue, or lines are missing.
 */
export const checkReadOn = (filler: string, [first = '', second = '']: readonly string[]): number => {
  const offset = offsetIn(first);
  if (offset === 0) throw new Error(`how to continue is missing in ${Buffer.byteLength(first)} bytes`);
  const lines = Array.from({ length: offset }, (_, index) => longLine(index + 1, filler));
  if (!second.includes(lines.pop() ?? '')) throw new Error(`offset ${offset} does not continue`);
  const missing = lines.filter((line) => !first.includes(line)).length;
  if (missing > 0) throw new Error(`${missing} of the first ${lines.length} lines are missing`);
  return lines.length;
};

/** Returns the call that the user would have to agree to. */
export const destroy = ({ project }: Playground): Step => ({
  ...{ server: 'filesystem', tool: 'delete_file' },
  args: () => ({ path: join(project, 'story.txt'), permanent: true }),
});
