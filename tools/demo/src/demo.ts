// `pnpm demo`: starts the built servers, uses them through the official client, and shows what happens.
import { showFetch } from './fetch.ts';
import { showFilesystem } from './filesystem.ts';
import { showGit } from './git.ts';
import { showSqlite } from './sqlite.ts';
import { say, title } from './transcript.ts';

const started = performance.now();

title('Model Context Protocol servers: a demonstration');
say('Each server runs as a child process. The official client talks to it over stdin and stdout.');

await showFilesystem();
await showGit();
await showSqlite();
await showFetch();

title('To add a server to your host');
say('node servers/filesystem/dist/main.cjs ~/Documents --install claude');
say('--help lists the other hosts and the flags.');
say(`Done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);

// A person can go on; a script cannot.
if (process.stdin.isTTY && process.stdout.isTTY && process.env['CI'] === undefined) {
  const { offerPages } = await import('./pages.ts');
  await offerPages();
}
