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
import { explainingServer, isExtension, readEnvironment, optionsInWords } from './extension.ts';
import { readFlags, UsageError, type Flags } from './flags.ts';
import type { Host } from './hosts/host.ts';
import { ignoredSettings } from './ignored-settings.ts';
import type { Invocation } from './launch.ts';
import { operate } from './limits.ts';
import { selectTools, type Selected } from './tool-selection.ts';

/**
 * Runs the command line of a server and serves it over stdio or HTTP. Then the process exits: with 0 when the host is
 * done and after `--help`, `--version`, `--print-config` and `--install`, with 2 for a wrong command line, with 1 if
 * the server cannot be created.
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
    const isVerbose = ['debug', 'info'].includes(common['log-level']);
    const create: Create = (tasks, warn, hasRoots = true) => {
      const inform = isVerbose ? warn : () => {};
      const inHost = hasRoots ? flags : { ...flags, roots: 'ignore' };
      return command.create({ positionals, flags: inHost, tasks, warn, inform });
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

/** Creates the server without serving it. Throws the warnings and errors that its start would report. */
async function check({ hasRoots = false }: Host, create: Create, invocation: Invocation): Promise<void> {
  const problems: string[] = [];
  // These two have effects outside of the process.
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
  const rename = (options: ServerOptions): ServerOptions => optionsInWords(options, warnings);
  const { server, selected, end } = await toServer(created, invocation, isExtension ? rename : undefined);
  // Loaded only for a person at a terminal, so that no host waits for it.
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

/** Applies the flags to what `create` returned: options, or a server. */
async function toServer(
  created: Created,
  { command, flags }: Invocation,
  adapt = (options: ServerOptions) => options,
): Promise<{ server: McpServer; selected: Selected | undefined; end: (() => Promise<void>) | undefined }> {
  const report = reporter(flags);
  const { wrap, end } = await operate(command, flags);
  let selected: Selected | undefined;
  const change = (options: ServerOptions): ServerOptions => {
    selected = selectTools({ report, ...options }, flags);
    return wrap(adapt(selected.options));
  };
  const server = created instanceof McpServer ? created : defineServer(change(created));
  if (server === created) server.redefine(change);
  return { server, selected, end };
}

async function showHelp(command: Command<Flags>, isAll: boolean): Promise<void> {
  const { help } = await import('./help.ts');
  // Longer lines of prose are hard to read.
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
