import { expect, test } from 'vitest';
import { connectTo, temporary } from '../setup.ts';

test('asks for a plan and brings the file along', async () => {
  using dir = temporary({ 'a.ts': 'let x = 1;\n' });
  await using client = await connectTo(dir.server);
  const params = { name: 'edit-with-plan', arguments: { path: 'a.ts', goal: 'Use const.' } };
  expect(await client.request('prompts/get', params)).toMatchObject({
    description: 'A plan to change a.ts',
    messages: [
      {
        role: 'user',
        content: { text: expect.stringMatching(/^Change the file a\.ts\. The goal: Use const\.\n/) },
      },
      { role: 'user', content: { resource: { uri: `file://${dir.at('a.ts')}`, text: 'let x = 1;\n' } } },
    ],
  });
});

test('needs a goal', async () => {
  using dir = temporary({ 'a.ts': '' });
  await using client = await connectTo(dir.server);
  const request = client.request('prompts/get', { name: 'edit-with-plan', arguments: { path: 'a.ts' } });
  await expect(request).rejects.toMatchObject({ code: -32602 });
});

test('completes the path', async () => {
  using dir = temporary({ 'notes.md': '', 'sub/': '' });
  await using client = await connectTo(dir.server);
  const ref = { type: 'ref/prompt', name: 'edit-with-plan' };
  const argument = { name: 'path', value: dir.at('n') };
  expect(await client.request('completion/complete', { ref, argument })).toMatchObject({
    completion: { values: [dir.at('notes.md')] },
  });
});
