// Full disk: a process with a file size limit of a few kilobytes prints how its writes end.
import { filesIn } from './setup.ts';

const [root = '', held] = process.argv.slice(2);
const files = filesIn([root], { anchoring: held === 'checked' ? 'checked' : 'descriptor' });
const large = 'x'.repeat(1_000_000);
const outcomes: unknown[] = [];
for (const [path, mode] of [
  ['a.txt', 'overwrite'],
  ['new.txt', 'create'],
  ['log.txt', 'append'],
] as const) {
  const outcome = await files.write(path, large, { mode }).catch((error: unknown) => error);
  outcomes.push(outcome instanceof Error && 'code' in outcome ? outcome.code : outcome);
}
outcomes.push((await files.write('a.txt', 'small enough')).bytes);
process.stdout.write(JSON.stringify(outcomes));
