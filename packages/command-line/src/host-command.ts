// --print-config, --install and --uninstall: what a person runs once to add the server to a host. Loaded only then.
import { UsageError } from './flags.ts';
import type { Host } from './hosts/host.ts';
import { HOST_NAMES, HOSTS, type HostName } from './hosts/hosts.ts';
import { install } from './install/install.ts';
import { addressOf, launchOf, type HttpLaunch, type Invocation, type StdioLaunch } from './launch.ts';
import { plain } from './meant-flag.ts';
import { hostConfig } from './print-config.ts';

/**
 * Does what the flags say, and ends the process. Before it writes an entry, `check` has to accept the command line for
 * the host.
 *
 * @throws {UsageError} when a flag names no host, or its file cannot be changed.
 */
export async function addToHost(invocation: Invocation, check: (host: Host) => Promise<void>): Promise<void> {
  const { install: added, uninstall: removed, 'print-config': shown, yes, force } = invocation.flags;
  if (shown !== undefined) {
    const host = readHost('--print-config', shown);
    const { heading, text, notes } = await hostConfig(host, toLaunch(invocation, HOSTS[host]));
    process.stderr.write(`${[heading, ...notes].join('\n')}\n\n`);
    process.stdout.write(`${text}\n`);
    return;
  }
  if (added !== undefined && removed !== undefined)
    throw new UsageError('--install and --uninstall are two commands; give one of them');
  const action = added === undefined ? 'uninstall' : 'install';
  const host = readHost(`--${action}`, added ?? removed);
  const launch = toLaunch(invocation, HOSTS[host]);
  if (action === 'install' && !force) await check(HOSTS[host]);
  const isDry = !yes && !process.stdout.isTTY;
  const said = await install({ host, action, launch, isDry, isForced: force });
  // A server that was made for the check may have timers and files that are open.
  process.stdout.write(said, () => process.exit(0));
}

function toLaunch(invocation: Invocation, { outputLimit }: Host): StdioLaunch | HttpLaunch {
  if (invocation.flags.transport === 'http') return addressOf(invocation);
  if (outputLimit === undefined || invocation.given.has('max-output-bytes')) return launchOf(invocation);
  // First, because words after `--` are not flags.
  return launchOf({
    ...invocation,
    args: ['--max-output-bytes', String(outputLimit), ...invocation.args],
  });
}

function readHost(flag: string, given = ''): HostName {
  const word = plain(given);
  const host = HOST_NAMES.find((name) => plain(name) === word || plain(HOSTS[name].title) === word);
  if (host !== undefined) return host;
  throw new UsageError(`${flag}: there is no host "${given}"; there are ${HOST_NAMES.join(', ')}`);
}
