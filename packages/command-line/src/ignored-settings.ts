// Settings that are there but change nothing: the operator probably meant something else.
import { nearest } from '@mcp/runtime';
import { flagsOf, serverId, type Command, type CommonValues } from './command.ts';
import { HTTP_FLAGS } from './common-flags.ts';
import { envName, type Flags } from './flags.ts';

/** Where the settings of one start came from. */
export interface GivenSettings {
  readonly command: Command<Flags>;
  readonly flags: CommonValues;
  /** Flags that were set, and where, like `--port` or `MCP_GIT_PORT`. */
  readonly given: ReadonlyMap<string, string>;
  readonly env: NodeJS.ProcessEnv;
}

/** One sentence for each setting without effect: unknown or empty variables, flags that need another flag. */
export function ignoredSettings({ command, flags, given, env }: GivenSettings): string[] {
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
