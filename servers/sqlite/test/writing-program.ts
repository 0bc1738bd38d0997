// Another program: writes rows until its stdin ends, then prints their number.
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';

const database = new Database(process.argv[2] ?? '', { timeout: 20_000 });
const insert = database.prepare('INSERT INTO theirs DEFAULT VALUES');
const host = { isGone: false };
process.stdin.resume().on('end', () => (host.isGone = true));
let written = 0;
while (!host.isGone) {
  insert.run();
  written++;
  await sleep(written % 7);
}
database.close();
process.stdout.write(`${written}`);
