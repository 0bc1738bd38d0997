// Program that reports how it was started. With `--wrong` it ends before answering; with `--stay` it outlives the
// connection and reports which signals it still handles.
import { defineServer, defineTool } from '@mcp/runtime';
import { serveStdio } from '@mcp/runtime/stdio';

const args = process.argv.slice(2);
const { PROGRAM_TIMES: times, PROGRAM_SAYS: says } = process.env;
if (says !== undefined) process.stderr.write(`${says}\n`);
if (args.includes('--wrong')) {
  process.stderr.write('there is no option --wrong\n');
  process.exit(2);
}

await serveStdio(
  defineServer({
    name: 'program',
    version: '1.0.0',
    instructions: JSON.stringify({ args, cwd: process.cwd(), times }),
    tools: [defineTool({ name: 'look', run: () => 'look' })],
  }),
  { exit: !args.includes('--stay') },
);
const left = ['SIGTERM', 'SIGINT', 'unhandledRejection'].filter((name) => process.listenerCount(name) > 0);
process.stderr.write(`handles [${left.join()}]\n`);
