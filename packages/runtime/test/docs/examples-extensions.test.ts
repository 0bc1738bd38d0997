// The examples of the guides on extensions and telemetry do what these say.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { expect, test, vi } from 'vitest';
import { server as forecaster } from './examples/apps.ts';
import { createServer as createGuide } from './examples/skills.ts';
import { server as bakery } from './examples/tasks.ts';
import { server as clock } from './examples/telemetry.ts';

test('serves the page of the forecast where the tool says', async () => {
  await using client = await connect(forecaster);
  const { tools } = await client.request('tools/list');
  expect(tools).toMatchObject([{ name: 'forecast', _meta: { ui: { resourceUri: 'ui://weather/chart' } } }]);
  expect(await client.request('resources/read', { uri: 'ui://weather/chart' })).toMatchObject({
    contents: [
      { mimeType: 'text/html;profile=mcp-app', _meta: { ui: { permissions: { clipboardWrite: {} } } } },
    ],
  });
});

test('the bakery asks in a task, and slices', async () => {
  const extensions = { 'io.modelcontextprotocol/tasks': {} };
  await using client = await connect(bakery, { capabilities: { elicitation: {}, extensions } });
  const { taskId, status, statusMessage } = await client.request('tools/call', { name: 'bake' });
  expect([status, statusMessage]).toEqual(['working', 'in the oven']);
  const get = (): Promise<{ [member: string]: unknown }> => client.request('tasks/get', { taskId });
  await vi.waitFor(async () => expect(await get()).toMatchObject({ status: 'input_required' }), 20_000);
  await client.request('tasks/update', {
    taskId,
    inputResponses: { slice: { action: 'accept', content: {} } },
  });
  await vi.waitFor(async () => expect(await get()).toMatchObject({ status: 'completed' }), 20_000);
  expect(await get()).toMatchObject({ result: { content: [{ text: 'A sliced loaf.' }] } });
});

test('the guide serves the skill of a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skill-'));
  try {
    await mkdir(join(folder, 'references'));
    await writeFile(join(folder, 'SKILL.md'), '---\nname: tidy\ndescription: How to tidy.\n---\n');
    await writeFile(join(folder, 'references', 'more.md'), 'More.');
    await using client = await connect(await createGuide(folder));
    const { skills } = await client.request('skills/list');
    expect(skills).toMatchObject([{ uri: 'skill://tidy/SKILL.md', frontmatter: { name: 'tidy' } }]);
    const uri = 'skill://tidy/references/more.md';
    expect(await client.request('resources/read', { uri })).toMatchObject({ contents: [{ text: 'More.' }] });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the clock ticks without an SDK', async () => {
  await using client = await connect(clock);
  expect(await client.request('tools/call', { name: 'tick' })).toMatchObject({ content: [{ text: 'tick' }] });
});
