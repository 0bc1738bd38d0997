// @mcp/runtime/cli: the one command line that all servers share.
import { flagsOf, serverId, type COMMON_FLAGS, type Command, type CommonValues } from './cli/command.ts';
import { readFlags, UsageError, type CommandInput, type Flags } from './cli/flags.ts';
import { operate } from './cli/limits.ts';
import type { Invocation } from './cli/print-config.ts';
import { selectTools } from './cli/tool-selection.ts';
import type { Report } from './conversation/host.ts';
import { reportToStderr } from './report.ts';
import { defineServer, type ServerOptions } from './server.ts';
import { serveStdio } from './stdio.ts';

export type { Command } from './cli/command.ts';

export { Confirm, confirmFlag, type ConfirmMode, type Stake, type StakeOf } from './cli/confirm.ts';

export { UsageError, type CommandInput, type Flag, type Flags, type FlagValues } from './cli/flags.ts';

/**
 * Runs a server's command line and serves it over stdio. Ends the process: 0 when the host is done or after `--help`,
 * `--version` and `--print-config`; 2 for a wrong command line; 1 when the server can't be made.
 *
 * @example
 * await serveCommand({ name: 'mcp-server-clock', package: 'mcp-server-clock', version: '1.0.0', summary: 'The time.',
 *   create: () => ({ name: 'clock', version: '1.0.0', tools: [now] }) });
 */
export async function serveCommand<const F extends Flags>(command: Command<F>): Promise<void> {
  const args = process.argv.slice(2);
  try {
    const { positionals, flags } = await readInput(command, args);
    const common = flags as CommonValues;
    const invocation = { command, script: process.argv[1] ?? command.name, args };
    if (common.help || common.version || common['print-config'] !== undefined)
      return await inform(common, invocation);
    const options = await command.create({ positionals, flags });
    await serve(options, common, invocation);
  } catch (error) {
    await fail(command, error);
  }
}

async function readInput<F extends Flags>(
  command: Command<F>,
  args: readonly string[],
): Promise<CommandInput<typeof COMMON_FLAGS & F>> {
  const known = flagsOf(command);
  const sources = { server: serverId(command.name), args, env: process.env };
  const given = readFlags(known, sources);
  const { config } = given.flags as CommonValues;
  if (config === undefined) return given;
  const { readConfigFile } = await import('./cli/config-file.ts');
  const arePaths = command.positionals?.arePaths === true;
  const file = readConfigFile(config, { flags: known, arePaths });
  const { positionals, flags } = readFlags(known, { ...sources, defaults: file });
  return { positionals: positionals.length > 0 ? positionals : file.positionals, flags };
}

async function serve(options: ServerOptions, flags: CommonValues, invocation: Invocation): Promise<void> {
  const report = (entry: Report): void => reportToStderr(entry, flags['log-level']);
  const selection = {
    readOnly: flags['read-only'],
    only: flags.tools,
    exclude: flags['exclude-tools'],
    toolsets: flags.toolsets,
  };
  const selected = selectTools({ report, ...options }, selection);
  const { options: operated, end } = await operate(selected, flags);
  const server = defineServer(operated);
  if (flags.transport === 'http') {
    const [{ listen }, { serveHttp }] = await Promise.all([import('./cli/listen.ts'), import('./http.ts')]);
    const transports = flags['legacy-sse'] ? [(await import('./http-sse.ts')).httpSse()] : [];
    return listen(`${server.name} ${server.version}`, flags, async (where) => {
      const listening = await serveHttp(server, { ...where, transports });
      return { url: listening.url, close: () => listening.close().then(end) };
    });
  }
  if (process.stdin.isTTY) await greet(selected, invocation);
  if (end === undefined) return serveStdio(server);
  await serveStdio(server, { exit: false });
  await end();
  process.exit(0);
}

// What only a person at a terminal gets is loaded only then: a host waits for none of it.
async function greet(options: ServerOptions, invocation: Invocation): Promise<void> {
  const { greeting } = await import('./cli/terminal.ts');
  process.stderr.write(greeting(options, invocation));
}

async function inform(flags: CommonValues, invocation: Invocation): Promise<void> {
  const { command } = invocation;
  const host = flags['print-config'];
  if (flags.help || host === undefined) {
    const { help } = await import('./cli/help.ts');
    process.stdout.write(flags.help ? help(command, lineWidth()) : `${command.version}\n`);
    return;
  }
  if (flags.transport === 'http')
    throw new UsageError(
      '--print-config is for hosts that start the server over stdio; with --transport http start it yourself and give the host its URL',
    );
  const { hostConfig, launchOf } = await import('./cli/print-config.ts');
  const { place, text } = hostConfig(host, launchOf(invocation));
  process.stderr.write(`${place}\n\n`);
  process.stdout.write(`${text}\n`);
}

// A line of prose as long as a wide terminal is hard to read.
function lineWidth(): number {
  return Math.min(120, Math.max(60, process.stdout.columns ?? 100));
}

async function fail(command: Command<Flags>, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError;
  const { usage } = await import('./cli/help.ts');
  const hint = isUsage ? `\n${usage(command)}\n${command.name} --help says more.` : '';
  process.stderr.write(`${command.name}: ${message}${hint}\n`);
  process.exit(isUsage ? 2 : 1);
}
