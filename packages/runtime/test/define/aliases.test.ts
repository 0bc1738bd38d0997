// Aliases on the wire: arguments under names that the schema lacks.
import { expect, test } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const edits = {
  type: 'array',
  items: {
    type: 'object',
    properties: { oldText: { type: 'string' }, newText: { type: 'string' } },
    required: ['oldText', 'newText'],
    additionalProperties: false,
  },
} as const;

const edit = defineTool({
  name: 'edit',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, edits },
    required: ['path'],
    additionalProperties: false,
  },
  aliases: { file_path: 'path', file: 'path', old_string: 'oldText', new_string: 'newText' },
  run: (args) => JSON.stringify(args),
});

const note = (text: string): unknown => ({ type: 'text', text });

test.each([
  ['an alias', { file_path: 'a' }, ['{"path":"a"}', '["file_path" is called "path" here.]']],
  ['the name', { path: 'a' }, ['{"path":"a"}']],
  [
    'aliases in objects of a list',
    { path: 'a', edits: [{ old_string: 'x', new_string: 'y' }] },
    [
      '{"path":"a","edits":[{"oldText":"x","newText":"y"}]}',
      '["old_string" is called "oldText" here, "new_string" is called "newText" here.]',
    ],
  ],
  [
    'one object and aliases where a list is wanted',
    { path: 'a', edits: { old_string: 'x', newText: 'y' } },
    ['{"path":"a","edits":[{"newText":"y","oldText":"x"}]}', '["old_string" is called "oldText" here.]'],
  ],
])('reads %s, and the answer names what an alias stands for', async (_, args, texts) => {
  await using client = await connect(
    defineServer({ name: 'server', version: '1.0.0', coerceArguments: true, tools: [edit] }),
  );
  const answer = await client.request('tools/call', { name: 'edit', arguments: args });
  expect(answer).toMatchObject({ content: texts.map(note) });
});

test('refuses an argument under two names, and errors name what was read', async () => {
  await using client = await connect(defineServer({ name: 'server', version: '1.0.0', tools: [edit] }));
  const both = { path: 'a', file_path: 'b' };
  expect(await client.request('tools/call', { name: 'edit', arguments: both })).toMatchObject({
    isError: true,
    content: [note('Invalid arguments for tool edit:\nunknown property "file_path"; known are path, edits')],
  });
  expect(await client.request('tools/call', { name: 'edit', arguments: { file: 5 } })).toMatchObject({
    isError: true,
    content: [
      note(
        'Invalid arguments for tool edit:\n/path: must be of type "string", not number\n["file" is called "path" here.]',
      ),
    ],
  });
});

test('an unknown member of a nested object is reported with the known ones', async () => {
  await using client = await connect(defineServer({ name: 'server', version: '1.0.0', tools: [edit] }));
  const args = { path: 'a', edits: [{ oldText: 'x', newText: 'y', when: 1 }] };
  const { content } = await client.request('tools/call', { name: 'edit', arguments: args });
  expect(content).toEqual([
    note('Invalid arguments for tool edit:\n/edits/0: unknown property "when"; known are oldText, newText'),
  ]);
});

test.each([
  [{ file: 'nowhere' }, 'the alias "file" stands for "nowhere", which inputSchema does not have'],
  [{ path: 'edits' }, 'the alias "path" is a property of inputSchema'],
])('refuses the table %j', (aliases, problem) => {
  const tool = { ...edit, aliases };
  expect(() => defineServer({ name: 'server', version: '1.0.0', tools: [tool] })).toThrow(
    `tool "edit": ${problem}`,
  );
});
