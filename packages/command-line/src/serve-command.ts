// `serveCommand`: the one command line that all servers share.
import { defineServer, McpServer, reportToStderr, type Report, type ServerOptions } from '@mcp/runtime';
import { serveStdio } from '@mcp/runtime/stdio';
import type { TaskOptions } from '@mcp/runtime/tasks';
import { flagsOf, serverId, type Command, type CommonValues, type Created } from './command.ts';
import type { COMMON_FLAGS } from './common-flags.ts';
import { inWords, isExtension, readEnvironment, serverWithoutSettings, speakInWords } from './extension.ts';
import { readFlags, UsageError, type Flags } from './flags.ts';
import { ignoredSettings } from './ignored-settings.ts';
import type { Invocation } from './launch.ts';
import { operate } from './limits.ts';
import { selectTools, type Selected } from './tool-selection.ts';

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
  const env = readEnvironment();
  try {
    const sources = { server: serverId(command.name), args, env };
    const { positionals, flags, given } = readFlags<typeof COMMON_FLAGS & F>(flagsOf(command), sources);
    const common = flags as CommonValues;
    const script = process.argv[1] ?? command.name;
    const invocation = { command, script, args, env, flags: common };
    if (common.version) return void process.stdout.write(`${command.version}\n`);
    if (common.help) return await showHelp(command, positionals.includes('all'));
    for (const sentence of ignoredSettings(invocation, given))
      process.stderr.write(`${command.name}: ${sentence}\n`);
    if ((common.install ?? common.uninstall ?? common['print-config']) !== undefined)
      return await (await import('./host-command.ts')).addToHost(invocation);
    const create: Create = (tasks) => command.create({ positionals, flags, tasks });
    await (common.transport === 'http' ? serveOverHttp : serveOverStdio)(create, invocation);
  } catch (error) {
    await fail(command, error);
  }
}

type Create = (tasks: TaskOptions) => Created | Promise<Created>;

async function serveOverHttp(create: Create, invocation: Invocation): Promise<void> {
  const { flags } = invocation;
  const [{ openShared }, { listen }] = await Promise.all([import('./store.ts'), import('./listen.ts')]);
  const shared = await openShared(invocation, reporter(flags));
  const created = await create(shared.tasks);
  const { server, end } = await toServer(created, invocation, shared.share);
  const endAll = async (): Promise<void> => {
    await Promise.all([end?.(), shared.close()]);
  };
  return listen(server, flags, { end: endAll, health: shared.health });
}

async function serveOverStdio(create: Create, invocation: Invocation): Promise<void> {
  const { server, selected, end } = await toServer(await create({}), invocation);
  // What only a person at a terminal gets is loaded only then: a host waits for none of it.
  if (process.stdin.isTTY && selected !== undefined)
    process.stderr.write((await import('./terminal.ts')).greeting(selected, invocation));
  if (end === undefined) return serveStdio(server);
  await serveStdio(server, { exit: false });
  await end();
  process.exit(0);
}

function reporter({ 'log-level': level }: CommonValues): (report: Report) => void {
  return (report) => reportToStderr(report, level === 'info' ? 'warning' : level);
}

/** The server as the flags want it, whether the command made its options or the server itself. */
async function toServer(
  created: Created,
  { command, flags }: Invocation,
  share = (options: ServerOptions) => options,
): Promise<{ server: McpServer; selected: Selected | undefined; end: (() => Promise<void>) | undefined }> {
  const report = reporter(flags);
  const { wrap, end } = await operate(command, flags);
  let selected: Selected | undefined;
  const change = (options: ServerOptions): ServerOptions => {
    selected = selectTools({ report, ...options }, flags);
    return wrap(share(isExtension ? inItsWords(selected.options) : selected.options));
  };
  const server = created instanceof McpServer ? created : defineServer(change(created));
  if (server === created) server.redefine(change);
  return { server, selected, end };
}

const inItsWords = (options: ServerOptions): ServerOptions => ({
  ...options,
  ...(options.instructions !== undefined && { instructions: inWords(options.instructions) }),
  middleware: [speakInWords, ...(options.middleware ?? [])],
});

async function showHelp(command: Command<Flags>, isAll: boolean): Promise<void> {
  const { help } = await import('./help.ts');
  // A line of prose as long as a wide terminal is hard to read.
  const width = Math.min(120, Math.max(60, process.stdout.columns ?? 100));
  process.stdout.write(help(command, width, isAll));
}

async function fail(command: Command<Flags>, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError;
  const { usage } = await import('./help.ts');
  const hint = isUsage ? `\n${usage(command)}\n${command.name} --help says more.` : '';
  process.stderr.write(`${command.name}: ${message}${hint}\n`);
  if (isExtension) return serveStdio(serverWithoutSettings(command, inWords(message)));
  process.exit(isUsage ? 2 : 1);
}
