// @mcp/runtime/cli: the one command line that all servers share.
import { COMMON_FLAGS, serverId, type Command } from './cli/command.ts';
import { readFlags, UsageError, type FlagValues, type Flags } from './cli/flags.ts';
import { selectTools } from './cli/tool-selection.ts';
import { reportToStderr } from './report.ts';
import { defineServer, type ServerOptions } from './server.ts';
import { serveStdio } from './stdio.ts';

export type { Command } from './cli/command.ts';
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
    const { positionals, flags } = readFlags(
      { ...command.flags, ...COMMON_FLAGS },
      serverId(command.name),
      args,
      process.env,
    );
    const common = flags as FlagValues<typeof COMMON_FLAGS>;
    if (common.help || common.version || common['print-config'] !== undefined)
      return await inform(command, common, args);
    // The server's own flags were read together with the common ones.
    const options = await command.create({ positionals, flags: flags as FlagValues<F> });
    await serve(command, options, common, args);
  } catch (error) {
    await fail(command, error);
  }
}

type CommonValues = FlagValues<typeof COMMON_FLAGS>;

async function serve(
  command: Command<Flags>,
  options: ServerOptions,
  flags: CommonValues,
  args: string[],
): Promise<void> {
  const report = (entry: Parameters<typeof reportToStderr>[0]): void =>
    reportToStderr(entry, flags['log-level']);
  const selection = { readOnly: flags['read-only'], only: flags.tools, exclude: flags['exclude-tools'] };
  const selected = selectTools({ report, ...options }, selection);
  const server = defineServer(selected);
  if (process.stdin.isTTY) await greet(command, selected, args);
  await serveStdio(server);
}

async function greet(
  { name, package: packageName, summary }: Command<Flags>,
  options: ServerOptions,
  args: string[],
): Promise<void> {
  const [{ greeting }, { launchOf }] = await Promise.all([
    import('./cli/terminal.ts'),
    import('./cli/print-config.ts'),
  ]);
  process.stderr.write(
    greeting(summary, options, launchOf(serverId(name), packageName, process.argv[1] ?? name, args)),
  );
}

async function inform(command: Command<Flags>, flags: CommonValues, args: string[]): Promise<void> {
  process.stdout.write(await information(command, flags, args));
}

async function information(command: Command<Flags>, flags: CommonValues, args: string[]): Promise<string> {
  const { name, package: packageName, version } = command;
  if (flags.help) return (await import('./cli/help.ts')).help(command);
  if (flags.version) return `${version}\n`;
  const { launchOf, printConfig } = await import('./cli/print-config.ts');
  const launch = launchOf(serverId(name), packageName, process.argv[1] ?? name, withoutPrintConfig(args));
  return printConfig(flags['print-config'] ?? 'claude', launch);
}

function withoutPrintConfig(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => arg === '--print-config');
  const rest = at < 0 ? args : args.toSpliced(at, 2);
  return rest.filter((arg) => !arg.startsWith('--print-config='));
}

async function fail(command: Command<Flags>, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError;
  const { usage } = await import('./cli/help.ts');
  const hint = isUsage ? `\n${usage(command)}\n${command.name} --help says more.` : '';
  process.stderr.write(`${command.name}: ${message}${hint}\n`);
  process.exit(isUsage ? 2 : 1);
}
