// Ignored settings: the operator probably meant something else.
import { nearest } from '@mcp/runtime';
import { flagsOf, serverId } from './command.ts';
import { HTTP_FLAGS } from './common-flags.ts';
import { envName } from './flags.ts';
import type { Invocation } from './launch.ts';

/** Returns a sentence for each unknown or empty variable and each flag that needs another flag. */
export function ignoredSettings({ command, flags, env, given }: Invocation): string[] {
  const server = serverId(command.name);
  const prefix = envName(server, '');
  const known = Object.keys(flagsOf(command)).map((name) => envName(server, name).slice(prefix.length));
  const ours = Object.keys(env).filter((name) => name.startsWith(prefix));
  const variables = ours.flatMap((name) => {
    const setting = name.slice(prefix.length);
    if (known.includes(setting)) return env[name] === '' ? [`${name} is empty, so it has no effect`] : [];
    const close = nearest(setting, known);
    const hint = close === undefined ? '' : `; did you mean ${prefix}${close}?`;
    return [`this server has no setting ${name}${hint}`];
  });
  const useless = (isUseless: boolean, names: readonly string[], why: string): string[] =>
    names.flatMap((name) => {
      const where = isUseless ? given.get(name) : undefined;
      return where === undefined ? [] : [`${where} has no effect ${why}`];
    });
  const isForHost = (flags.install ?? flags.uninstall ?? flags['print-config']) !== undefined;
  return [
    ...variables,
    ...useless(flags.transport !== 'http', Object.keys(HTTP_FLAGS), 'without --transport http'),
    ...useless(flags['read-only'], command.flagsForChanges ?? [], 'with --read-only'),
    ...useless(!isForHost, ['name', 'yes', 'force'], 'without --install or --uninstall'),
  ];
}
