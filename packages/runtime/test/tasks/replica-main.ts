// Task replica: its store is in another process. The first argument is its port.
import { setTimeout as sleep } from 'node:timers/promises';
import { tasks } from '../../src/tasks.ts';
import { serveHttp } from '../../src/http.ts';
import { defineServer, defineTool } from '../../src/index.ts';
import { RemoteStores } from '../stores/remote.ts';

const { tasks: store } = new RemoteStores(Number(process.argv[2]));

const wait = defineTool({
  name: 'wait',
  description: 'Waits until it is cancelled.',
  task: 'required',
  run: async (_, ctx) => {
    ctx.progress(1, 2, `waits in ${process.pid}`);
    await sleep(600_000, undefined, { signal: ctx.signal }).finally(() => process.send?.('stopped'));
  },
});

const ask = defineTool({
  name: 'ask',
  description: 'Asks for a word.',
  task: 'required',
  run: async (_, ctx) => {
    const schema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] } as const;
    const answer = await ctx.ask.elicit('word', { message: 'Which word?', schema });
    return `${process.pid} got ${answer.action === 'accept' ? answer.content.word : 'nothing'}`;
  },
});

const server = defineServer({
  name: 'replica',
  version: '1',
  tools: [wait, ask],
  extensions: [tasks({ store })],
});
const { url } = await serveHttp(server, { port: 0 });
process.send?.(url);
process.on('disconnect', () => process.exit(0));
