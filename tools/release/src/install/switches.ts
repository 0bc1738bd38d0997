// What a user of a bundle or a plugin may switch, without a command line: flags, through their twins in the
// environment.

/** A flag that installers ask about. */
export interface Switch {
  /** The flag, without dashes. */
  readonly flag: string;
  readonly title: string;
  readonly description: string;
  /** Its type follows from it. */
  readonly default: boolean | string;
  /** Words separated by commas. */
  readonly isList?: true;
}

const READ_ONLY: Switch = {
  flag: 'read-only',
  title: 'Read only',
  description: 'Offer only the tools that change nothing',
  default: false,
};

const CONFIRM: Switch = {
  flag: 'confirm',
  title: 'Ask before it destroys',
  description:
    'destructive: ask me before something is replaced or deleted, in hosts that can ask; never: do not ask',
  default: 'never',
};

const toolsets = (which: string): Switch => ({
  flag: 'toolsets',
  title: 'More tools',
  description: `Groups of tools that are off, separated by commas: ${which}; or all`,
  default: '',
  isList: true,
});

/** The switches of each server, by its id. */
export const SWITCHES: Readonly<Record<string, readonly Switch[]>> = {
  filesystem: [
    READ_ONLY,
    CONFIRM,
    {
      flag: 'deny',
      title: 'Files to keep closed',
      description: 'Patterns of files that nobody may read or change, separated by commas, like .env,*.key',
      default: '',
      isList: true,
    },
  ],
  git: [
    READ_ONLY,
    CONFIRM,
    {
      flag: 'allow-remote',
      title: 'Fetch, pull and push',
      description: 'Let the model reach the remotes of the repository',
      default: false,
    },
    toolsets('inspect, history, setup'),
  ],
  sqlite: [
    {
      flag: 'write',
      title: 'Change the database',
      description: 'Let the model insert, update and delete; without it the database is read only',
      default: false,
    },
    CONFIRM,
  ],
  fetch: [
    {
      flag: 'allow-domain',
      title: 'Only these domains',
      description:
        'Domains that may be fetched, separated by commas, like example.com,*.example.org; empty for all',
      default: '',
      isList: true,
    },
    {
      flag: 'ignore-robots-txt',
      title: 'Ignore robots.txt',
      description: 'Fetch pages that their site asks programs not to fetch',
      default: false,
    },
  ],
};

/** A switch in the words of an installer: `allow_remote`. */
export const nameOf = ({ flag }: Switch): string => flag.replaceAll('-', '_');

/** The variable that the server reads it from: `MCP_GIT_ALLOW_REMOTE`. */
export const variableOf = (id: string, { flag }: Switch): string =>
  `MCP_${id}_${flag}`.toUpperCase().replaceAll('-', '_');

/**
 * The variables of a server, filled by the options of an installer. A comma ends each list: one that the user leaves
 * open is then an empty list, and not a variable that somebody forgot to fill, of which the server would warn.
 */
export const settingsOf = (id: string, switches: readonly Switch[]): { [variable: string]: string } =>
  Object.fromEntries(
    switches.map((each) => [
      variableOf(id, each),
      `\${user_config.${nameOf(each)}}${each.isList === true ? ',' : ''}`,
    ]),
  );
