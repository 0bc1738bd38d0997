// Uses the given number of nonces in random order, and reports which ones it was the first to use.
import { connectRedis } from '@mcp/redis';

const [url = '', count = '0', run = ''] = process.argv.slice(2);
const stores = await connectRedis(url);
const order = Array.from({ length: Number(count) }, (_, i) => ({ i, place: Math.random() }));
order.sort((a, b) => a.place - b.place);
const first: number[] = [];
const refused: number[] = [];
const left = order.map(({ i }) => i);
const work = async (): Promise<void> => {
  for (let i = left.pop(); i !== undefined; i = left.pop())
    ((await stores.nonces.use(`${run}-${i}`, 600_000)) ? first : refused).push(i);
};
process.send?.('ready');
process.once('message', () => {
  void Promise.all(Array.from({ length: 50 }, work))
    .then(() => stores.close())
    .then(() => process.send?.({ first, refused: refused.length }, () => process.exit(0)));
});
