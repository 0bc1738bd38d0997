// Writes answers.json: node record.ts <dist/index.js of @modelcontextprotocol/server-filesystem>, installed anywhere.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { calls, compared, makeWorld, placed } from './calls.ts';

const [program = ''] = process.argv.slice(2);
const root = realpathSync(mkdtempSync(join(tmpdir(), 'official-')));
makeWorld(root);
const server = spawn(process.execPath, [program, root], { stdio: ['pipe', 'pipe', 'ignore'] });
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();

const request = async (
  id: number,
  method: string,
  params: unknown,
): Promise<{ [member: string]: unknown }> => {
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  const { value } = await lines.next();
  return (JSON.parse(String(value)) as { result: { [member: string]: unknown } }).result;
};

const clientInfo = { name: 'recorder', version: '1' };
await request(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
const answers: unknown[] = [];
for (const [index, { name, arguments: args }] of calls.entries()) {
  const result = await request(index + 1, 'tools/call', { name, arguments: placed(args, root) });
  answers.push(compared(result, root));
}
server.kill();
rmSync(root, { recursive: true });
const { version } = JSON.parse(readFileSync(join(dirname(program), '../package.json'), 'utf8')) as {
  version: string;
};
writeFileSync(new URL('answers.json', import.meta.url), `${JSON.stringify({ version, answers }, null, 2)}\n`);
