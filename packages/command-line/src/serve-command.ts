// `serveCommand`: the one command line that all servers share.
import { defineServer, McpServer, reportToStderr, type Report, type ServerOptions } from '@mcp/runtime';
import { serveStdio } from '@mcp/runtime/stdio';
import type { TaskOptions } from '@mcp/runtime/tasks';
import {
  flagsOf,
  serverId,
  type Command,
  type CommonValues,
  type Created,
  type CreateInput,
} from './command.ts';
import type { COMMON_FLAGS } from './common-flags.ts';
import { explainingServer, isExtension, readEnvironment, speakInWords } from './extension.ts';
import { readFlags, UsageError, type Flags } from './flags.ts';
import type { Host } from './hosts/host.ts';
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
    const { name, positionals: { arePaths = false, name: paths } = {} } = command;
    const sources = { server: serverId(name), args, env, ...(arePaths && { paths }) };
    const { positionals, flags, given } = readFlags<typeof COMMON_FLAGS & F>(flagsOf(command), sources);
    const common = flags as CommonValues;
    const isInformed = ['debug', 'info'].includes(common['log-level']);
    const create: Create = (tasks, warn, hasRoots = true) => {
      const inform = isInformed ? warn : () => {};
      const used = hasRoots ? flags : { ...flags, roots: 'ignore' };
      return command.create({ positionals, flags: used, tasks, warn, inform });
    };
    const script = process.argv[1] ?? command.name;
    const invocation = { command, script, args, env, flags: common, given };
    if (common.version) return void process.stdout.write(`${command.version}\n`);
    if (common.help) return await showHelp(command, positionals.includes('all'));
    ignoredSettings(invocation).forEach(warnOf(command));
    if ((common.install ?? common.uninstall ?? common['print-config']) !== undefined)
      return await (
        await import('./host-command.ts')
      ).addToHost(invocation, (host) => check(host, create, invocation));
    await (common.transport === 'http' ? serveOverHttp : serveOverStdio)(create, invocation);
  } catch (error) {
    await fail(command, error);
  }
}

type Create = (tasks: TaskOptions, warn: Warn, hasRoots?: boolean) => Created | Promise<Created>;

type Warn = CreateInput<Flags>['warn'];

/** Makes the server as its start does, but serves nobody. Throws what the start would say about this command line. */
async function check({ hasRoots = false }: Host, create: Create, invocation: Invocation): Promise<void> {
  const problems: string[] = [];
  // These two have effects of their own.
  const flags = { ...invocation.flags, otel: false, 'audit-log': undefined };
  try {
    const created = await create({}, (problem) => problems.push(problem), hasRoots);
    await toServer(created, { ...invocation, flags });
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  if (problems.length === 0) return;
  throw new UsageError(
    `${problems.join('; ').replace(/\.$/, '')}. Nothing was changed; add --force to write the entry anyway`,
  );
}

async function serveOverHttp(create: Create, invocation: Invocation): Promise<void> {
  const { flags } = invocation;
  const [{ openShared }, { listen }] = await Promise.all([import('./store.ts'), import('./listen.ts')]);
  const shared = await openShared(invocation, reporter(flags));
  const created = await create(shared.tasks, warnOf(invocation.command));
  const { server, end } = await toServer(created, invocation, shared.share);
  const endAll = async (): Promise<void> => {
    await Promise.all([end?.(), shared.close()]);
  };
  return listen(server, flags, { end: endAll, health: shared.health });
}

async function serveOverStdio(create: Create, invocation: Invocation): Promise<void> {
  const warn = warnOf(invocation.command);
  const warnings: string[] = [];
  const created = await create({}, (message) => {
    warnings.push(message);
    warn(message);
  });
  const speak = (options: ServerOptions): ServerOptions => speakInWords(options, warnings);
  const { server, selected, end } = await toServer(created, invocation, isExtension ? speak : undefined);
  // What only a person at a terminal gets is loaded only then: a host waits for none of it.
  if (process.stdin.isTTY && selected !== undefined)
    process.stderr.write((await import('./terminal.ts')).greeting(selected, invocation.command));
  if (end === undefined) return serveStdio(server);
  await serveStdio(server, { exit: false });
  await end();
  process.exit(0);
}

function warnOf({ name }: Command<Flags>): Warn {
  return (message) => void process.stderr.write(`${name}: ${message}\n`);
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
    return wrap(share(selected.options));
  };
  const server = created instanceof McpServer ? created : defineServer(change(created));
  if (server === created) server.redefine(change);
  return { server, selected, end };
}

async function showHelp(command: Command<Flags>, isAll: boolean): Promise<void> {
  const { help } = await import('./help.ts');
  // A line of prose as long as a wide terminal is hard to read.
  const width = Math.min(120, Math.max(60, process.stdout.columns ?? 80));
  process.stdout.write(help(command, width, isAll));
}

async function fail(command: Command<Flags>, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError;
  const hint = isUsage ? `\nSee ${command.name} --help.` : '';
  process.stderr.write(`${command.name}: ${message}${hint}\n`);
  if (isExtension) return serveStdio(explainingServer(command, error));
  process.exit(isUsage ? 2 : 1);
}
