// Whatever a page can do, the model can do too, because pages call the model's tools.
import { expect, test } from 'vitest';
import { converse, isForPage, toolsIn, UI } from './conversation.ts';
import { callOf } from './stage.ts';

const CLIENT = { revision: '2025-11-25', capabilities: { extensions: UI } };

const ARGS: { readonly [server: string]: readonly string[] } = { filesystem: ['.'], sqlite: [':memory:'] };

test.each(['filesystem', 'git', 'sqlite', 'fetch'])(
  '%s has no tool that only pages can call',
  async (server) => {
    const { command } = callOf(server, ARGS[server] ?? [], ['']);
    const [line] = await converse({ command }, CLIENT, [{ method: 'tools/list', params: {} }]);
    const tools = toolsIn(line);
    expect(tools.length).toBeGreaterThan(1);
    expect(tools.filter(isForPage)).toEqual([]);
  },
);
