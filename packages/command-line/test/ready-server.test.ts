// Ready servers and settings without effect: checks both in a real process.
import { expect, test } from 'vitest';
import { _meta, ask, run } from './processes.ts';

test('flags apply to a ready server as they do to options', async () => {
  const look = { method: 'tools/call', params: { name: 'look', _meta } };
  const requests = [{ method: 'tools/list', params: { _meta } }, look, look];
  const flags = ['--read-only', '--max-calls-per-minute', '1', '--log-level', 'info'];
  const { code, stderr, answers } = await ask('ready-server', flags, requests);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [listed, first, second] = answers.map(({ result }) => result);
  expect(listed.tools).toMatchObject([{ name: 'look' }]);
  expect(first).toMatchObject({ content: [{ text: 'look' }] });
  expect(second).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Rate limit') }] });
});

test('reports settings without effect and starts the server', async () => {
  const env = { MCP_READY_TIMEUOT: '5', MCP_READY_ELSE: 'x', MCP_READY_TOOLS: '', MCP_READY_HOST: '::1' };
  const { code, stderr } = await run('ready-server', ['--port', '80'], { env });
  expect(code).toBe(0);
  expect(stderr.trimEnd().split('\n').toSorted()).toEqual([
    'mcp-server-ready: --port has no effect without --transport http',
    'mcp-server-ready: MCP_READY_HOST has no effect without --transport http',
    'mcp-server-ready: MCP_READY_TOOLS is empty, so it has no effect',
    'mcp-server-ready: this server has no setting MCP_READY_ELSE',
    'mcp-server-ready: this server has no setting MCP_READY_TIMEUOT; did you mean MCP_READY_TIMEOUT?',
  ]);
});

test('--help all lists the flags for HTTP', async () => {
  const { help } = await import('../src/help.ts');
  const command = { name: 'mcp-server-ready', package: 'x', version: '1', summary: 'S.' };
  const shown = help({ ...command, create: () => ({ name: 'x', version: '1' }) }, 100, true);
  expect(shown).toContain('How clients connect (stdio | http; default stdio)');
});
