// Process to kill: starts to write a file and never finishes.
import { writeSync } from 'node:fs';
import { filesIn } from './setup.ts';

const [root = '', mode = 'overwrite', held] = process.argv.slice(2);
const anchoring = held === 'checked' ? 'checked' : 'descriptor';

async function* parts(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(100_000, 'x');
  writeSync(1, 'half written\n');
  // Keeps the process alive.
  await new Promise((resolve) => setTimeout(resolve, 600_000));
}

await filesIn([root], { anchoring }).write('a.txt', parts(), {
  mode: mode === 'create' ? 'create' : 'overwrite',
});
