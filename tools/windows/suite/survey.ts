// Survey: every list of every server and every listed tool, in a revision with sessions and in the one without.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { JsonObject, Revision } from '@mcp/runtime';
import type { ProgramClient } from '@mcp/runtime/testing';
import { callTool } from './answer.ts';
import type { Call, Trial } from './calls/call.ts';
import { fetch } from './calls/fetch.ts';
import { filesystem } from './calls/filesystem.ts';
import { git } from './calls/git.ts';
import { sqlite } from './calls/sqlite.ts';
import { place, print, REVISIONS, SERVERS, start, type Place, type ServerName } from './machine.ts';
import { pathFaults } from './paths.ts';

const trials: Readonly<Record<ServerName, Trial>> = { filesystem, git, sqlite, fetch };

/** Returns the flags for all toolsets, if a server has toolsets. */
const toolsetsOf = (server: ServerName): readonly string[] =>
  /--toolsets <[^]*?\([^)]*\ball\b[^)]*\)/.test(print(server, ['--help', 'all']))
    ? ['--toolsets', 'all']
    : [];

const answers = {
  'sampling/createMessage': () => ({
    role: 'assistant',
    model: 'a model',
    content: { type: 'text', text: 'the summary of the file' },
  }),
};

const make = async (client: ProgramClient, { tool, args, says, fails = false }: Call): Promise<void> => {
  const { isError, text } = await callTool(client, tool, args);
  assert.equal(isError, fails, `${tool} ${JSON.stringify(args)}: ${text}`);
  if (says !== undefined) assert.match(text, says);
  assert.deepEqual(pathFaults(text), [], `${tool} ${JSON.stringify(args)}: ${text}`);
};

const listAll = async (
  client: ProgramClient,
  method: string,
  member: string,
): Promise<readonly JsonObject[]> => {
  const all: JsonObject[] = [];
  let cursor: JsonObject[string];
  do {
    const page: JsonObject = await client.request(method, cursor === undefined ? {} : { cursor });
    all.push(...((page[member] ?? []) as readonly JsonObject[]));
    cursor = page['nextCursor'];
  } while (cursor !== undefined);
  return all;
};

const surveyOf = (server: ServerName, revision: Revision): void => {
  const trial = trials[server];
  let here: Place;
  let site: AsyncDisposable | undefined;
  let client: ProgramClient;
  let listed: readonly JsonObject[];

  before(async () => {
    here = place();
    site = await trial.prepare(here);
    const args = [...trial.args(here), ...toolsetsOf(server)];
    client = await start(server, args, { revision, capabilities: { sampling: {} }, answers });
    listed = await listAll(client, 'tools/list', 'tools');
  });

  after(async () => {
    await client?.close();
    await site?.[Symbol.asyncDispose]();
    here?.[Symbol.dispose]();
  });

  test('each listed tool has a call in tools/windows/suite/calls', () => {
    const called = new Set(trial.calls(here).map(({ tool }) => tool));
    const missing = listed.map(({ name }) => String(name)).filter((name) => !called.has(name));
    assert.deepEqual(missing, []);
  });

  test('the tools do their work', async (context) => {
    for (const one of trial.calls(here))
      await context.test(`${one.tool} ${JSON.stringify(one.args)}`, () => make(client, one));
  });

  test('lists its resources and templates, and each resource can be read', async () => {
    await listAll(client, 'resources/templates/list', 'resourceTemplates');
    for (const { uri } of await listAll(client, 'resources/list', 'resources')) {
      const { contents } = await client.request('resources/read', { uri: String(uri) });
      assert.ok(Array.isArray(contents) && contents.length > 0, String(uri));
    }
  });

  test('lists its prompts', async () => {
    for (const { name } of await listAll(client, 'prompts/list', 'prompts'))
      assert.equal(typeof name, 'string');
  });

  test('ends when its input ends, and has nothing to complain of', async () => {
    await client.close();
    assert.deepEqual(await client.exited, { code: 0, signal: null });
    assert.equal(client.stderr, '');
  });
};

/** Registers the tests. Servers mostly wait for the disk and for git, so parallel tests take half as long. */
export const survey = (): void => {
  describe('survey', { concurrency: 3 }, () => {
    for (const server of SERVERS)
      for (const revision of REVISIONS)
        describe(`${server} in ${revision}`, { concurrency: 1 }, () => surveyOf(server, revision));
  });
};
