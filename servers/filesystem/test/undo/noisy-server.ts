// Noisy server: rewrites one file until its input ends, then tries to undo another server's change. Prints the result.
import { callBy, codeOf, connectTo, serve } from '../setup.ts';

const [root = '', other = ''] = process.argv.slice(2);
await using client = await connectTo(serve([root]));
const codes = new Set<unknown>();
let writes = 0;
process.stdin.resume();
while (!process.stdin.readableEnded) {
  const content = `noise ${++writes}\n`;
  codes.add(codeOf(await callBy(client, 'write_file', { path: 'noise.txt', content })));
  if (writes === 1) process.stdout.write('\n');
}
const foreign = codeOf(await callBy(client, 'undo_last_change', { path: other }));
const own = codeOf(await callBy(client, 'undo_last_change', {}));
process.stdout.write(JSON.stringify({ writes, codes: [...codes].map(String), foreign, own: String(own) }));
process.exit();
