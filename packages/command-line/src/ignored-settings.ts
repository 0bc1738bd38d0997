// Settings that are there but change nothing: the operator probably meant something else.
import { nearest } from '@mcp/runtime';
import { flagsOf, serverId } from './command.ts';
import { HTTP_FLAGS } from './common-flags.ts';
import { envName } from './flags.ts';
import type { Invocation } from './launch.ts';

/**
 * One sentence for each setting without effect: unknown or empty variables, flags that need another flag. `given` says
 * where flags were set, like `--port` or `MCP_GIT_PORT`, by name.
 */
export function ignoredSettings(
  { command, flags, env }: Invocation,
  given: ReadonlyMap<string, string>,
): string[] {
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
  const http = flags.transport === 'http' ? [] : Object.keys(HTTP_FLAGS);
  const without = (names: readonly string[], needed: string): string[] =>
    names.flatMap((name) => {
      const where = given.get(name);
      return where === undefined ? [] : [`${where} has no effect without ${needed}`];
    });
  const writes = flags.install !== undefined || flags.uninstall !== undefined;
  return [
    ...variables,
    ...without(http, '--transport http'),
    ...(writes ? [] : without(['yes'], '--install or --uninstall')),
  ];
}
