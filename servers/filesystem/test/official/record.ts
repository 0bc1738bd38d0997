// Recorder of the official server: `node test/official/record.ts` in this package rewrites recording.json.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { CALLS, FILES, replaceRoot, snapshot } from './calls.ts';
import { temporary } from '../setup.ts';

const PACKAGE = '@modelcontextprotocol/server-filesystem';
const manifestPath = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
const { version } = createRequire(import.meta.url)(manifestPath) as { version: string };

using world = temporary(FILES);
const server = spawn(process.execPath, [join(dirname(manifestPath), 'dist/index.js'), world.path], {
  stdio: ['pipe', 'pipe', 'ignore'],
});
const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
let id = 0;

const request = async (method: string, params: object): Promise<unknown> => {
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
  for (;;) {
    const { value, done } = await answers.next();
    if (done === true) throw new Error('the official server ended');
    const message = JSON.parse(value) as { id?: number; result?: unknown; error?: unknown };
    if (message.id === id) return message.result ?? { error: message.error };
  }
};

const client = { name: 'record', version: '1.0.0' };
await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client });
server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
const { tools } = (await request('tools/list', {})) as { tools: { name: string; inputSchema: unknown }[] };
const calls: unknown[] = [];
for (const call of CALLS)
  calls.push({ ...call, result: await request('tools/call', replaceRoot(call, '<root>', world.path)) });
server.kill();

const recording = {
  package: `${PACKAGE}@${version}`,
  tools: tools.map(({ name, inputSchema }) => ({ name, inputSchema })),
  calls,
  files: snapshot(world.path),
};
const file = join(import.meta.dirname, 'recording.json');
writeFileSync(file, `${JSON.stringify(replaceRoot(recording, world.path, '<root>'), undefined, 2)}\n`);
process.stdout.write(`${calls.length} calls recorded from ${recording.package}\n`);
