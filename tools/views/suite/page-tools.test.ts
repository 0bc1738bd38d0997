// The tools that only pages call are off where the operator has switched off what they do.
import { expect, test } from 'vitest';
import { converse, isForPage, toolsIn, UI } from './conversation.ts';
import { callOf } from './stage.ts';

const CLIENT = { revision: '2025-11-25', capabilities: { extensions: UI } };

/** The names of the tools that a server started with these flags offers to a host with pages. */
const offered = async (server: string, flags: readonly string[]) => {
  const place = server === 'sqlite' ? [':memory:'] : [];
  const { command } = callOf(server, [...place, ...flags], ['']);
  const [line] = await converse({ command }, CLIENT, [{ method: 'tools/list', params: {} }]);
  const tools = toolsIn(line);
  return {
    model: tools.filter((tool) => !isForPage(tool)).map(({ name }) => name),
    page: tools.filter(isForPage).map(({ name }) => name),
  };
};

test.each(['git', 'sqlite'])(
  '%s has tools for pages; none is left without the tools of the model',
  async (server) => {
    const { model, page } = await offered(server, []);
    expect(page).not.toEqual([]);
    expect(await offered(server, ['--exclude-tools', model.join(',')])).toEqual({ model: [], page: [] });
    // Who names the tools of the model wants their pages to work.
    expect(await offered(server, ['--tools', model.join(',')])).toEqual({ model, page });
  },
);
