// Fixture server on @mcp/runtime with one thing more: `--with=` names it. What is not named is not loaded.
import { defineServer, type ServerOptions } from '@mcp/runtime';
import { serveStdio } from '@mcp/runtime/stdio';
import { serverInfo } from '../../catalogue.ts';
import { tools } from './tools.ts';

const options: ServerOptions = { ...serverInfo, tools };

const additions: Readonly<Record<string, () => Promise<ServerOptions>>> = {
  nothing: async () => options,
  tasks: async () => {
    const { tasks } = await import('@mcp/runtime/extensions');
    return { ...options, extensions: [tasks()] };
  },
  'telemetry-without-sdk': async () => (await import('./telemetry.ts')).traced(options),
  telemetry: async () => (await import('./telemetry.ts')).recorded(options),
};

const wanted = process.argv.find((argument) => argument.startsWith('--with='))?.slice('--with='.length) ?? '';
const add = additions[wanted];
if (add === undefined) throw new Error(`--with= is one of ${Object.keys(additions).join(', ')}`);
void add().then((made) => serveStdio(defineServer(made)));
