// `pnpm try <server> [argument …]`: opens the official Inspector with a built server, so that no host is needed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { program } from './call.ts';

const EXAMPLES = `  npx -y pnpm@12 try filesystem ~/Documents
  npx -y pnpm@12 try git .
  npx -y pnpm@12 try sqlite file.db
  npx -y pnpm@12 try fetch`;

const fail = (text: string): never => {
  process.stderr.write(`${text}\n`);
  process.exit(2);
};

const [server = '', ...args] = process.argv.slice(2);
if (!/^\w+$/.test(server) || !existsSync(program(server)))
  fail(`${server === '' ? 'Name a server' : `There is no server "${server}"`}. Examples:\n${EXAMPLES}`);

// pnpm runs scripts in the root of the clone, not where the user is.
const cwd = process.env['INIT_CWD'] ?? process.cwd();
const command = [program(server), ...args];

// Without input, a server checks its arguments and exits, so a mistake is reported here and not in the browser.
const { status, stderr } = spawnSync(process.execPath, command, { cwd, input: '', encoding: 'utf8' });
if (status !== 0) fail(stderr.trimEnd());

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
process.stdout.write('In the Inspector, turn on the switch next to "node" to connect. Ctrl-C ends it.\n');
process.chdir(cwd);
process.env['MCP_INSPECTOR_SECRET_STORE'] = 'memory';
process.argv.splice(2, Infinity, '--web', '--', process.execPath, ...command);
await import(pathToFileURL(join(manifest, '../clients/launcher/build/index.js')).href);
