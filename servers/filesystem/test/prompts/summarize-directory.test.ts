import { expect, test } from 'vitest';
import { connectTo, serve, temporary } from '../setup.ts';

test('attaches the list of entries', async () => {
  using dir = temporary({ 'project/README.md': '# P', 'project/src/a.ts': '', 'project/.env': '' });
  await using client = await connectTo(serve([dir.path], { deny: ['.env'] }));
  const params = { name: 'summarize-directory', arguments: { path: 'project' } };
  const { description, messages } = await client.request('prompts/get', params);
  expect(description).toBe('A summary of project');
  const [ask, attached] = messages as [
    { content: { text: string } },
    { content: { resource: { text: string } } },
  ];
  expect(ask.content.text).toMatch(/^Summarize the directory project\n/);
  const { entries } = JSON.parse(attached.content.resource.text) as { entries: { name: string }[] };
  expect(entries.map(({ name }) => name)).toEqual(['README.md', 'src']);
});

test.each(['/etc', 'gone', 'a.txt'])('refuses %s', async (path) => {
  using dir = temporary({ 'a.txt': '' });
  await using client = await connectTo(dir.server);
  const request = client.request('prompts/get', { name: 'summarize-directory', arguments: { path } });
  await expect(request).rejects.toMatchObject({ code: -32602 });
});
