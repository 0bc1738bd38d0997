// --print-config, --install and --uninstall: what a person runs once to add the server to a host. Loaded only then.
import { UsageError } from './flags.ts';
import { HOST_NAMES, type HostName } from './hosts/hosts.ts';
import { install } from './install/install.ts';
import { addressOf, launchOf, type Invocation } from './launch.ts';
import { hostConfig } from './print-config.ts';

/**
 * Does what the flags say.
 *
 * @throws {UsageError} when a flag names no host, or its file cannot be changed.
 */
export async function addToHost(invocation: Invocation): Promise<void> {
  const { install: added, uninstall: removed, 'print-config': shown, yes, transport } = invocation.flags;
  const launch = transport === 'http' ? addressOf(invocation) : launchOf(invocation);
  if (shown !== undefined) {
    const { place, text, notes } = hostConfig(readHost('--print-config', shown), launch);
    process.stderr.write(`${[place, ...notes].join('\n')}\n\n`);
    process.stdout.write(`${text}\n`);
    return;
  }
  if (added !== undefined && removed !== undefined)
    throw new UsageError('--install and --uninstall are two commands; give one of them');
  const action = added === undefined ? 'uninstall' : 'install';
  const host = readHost(`--${action}`, added ?? removed);
  process.stdout.write(await install({ host, action, launch, isDry: !yes && !process.stdout.isTTY }));
}

function readHost(flag: string, given: string | undefined): HostName {
  const host = HOST_NAMES.find((name) => name === given);
  if (host !== undefined) return host;
  throw new UsageError(`${flag} must be one of ${HOST_NAMES.join(', ')}, not "${given ?? ''}"`);
}
