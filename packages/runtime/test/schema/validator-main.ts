// A process that prints the name of each tool and then calls it.
import { defineServer, defineTool } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const property = (text: object) => ({ type: 'object', properties: { text }, required: ['text'] });
const tools = [
  defineTool({ name: 'common', inputSchema: property({ type: 'string', maxLength: 9 }), run: () => 'ok' }),
  defineTool({ name: 'rare', inputSchema: property({ oneOf: [{ type: 'string' }] }), run: () => 'ok' }),
];
await using client = await connect(defineServer({ name: 'test', version: '1', tools }));
for (const [name, text] of JSON.parse(process.argv[2] ?? '[]') as [string, unknown][]) {
  process.stdout.write(`${name}\n`);
  await client.request('tools/call', { name, arguments: { text } });
}
