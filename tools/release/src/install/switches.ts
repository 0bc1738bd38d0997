// Switches: flags that users of a bundle or plugin can set, through environment variables.

/** A flag that is a setting. By default it is false or empty, which the server ignores. */
export interface Switch {
  /** The flag, without dashes. */
  readonly flag: string;
  readonly kind: 'boolean' | 'string' | 'directory';
  readonly title: string;
  readonly description: string;
}

const READ_ONLY: Switch = {
  flag: 'read-only',
  kind: 'boolean',
  title: 'Read only',
  description: 'Claude can look at everything and change nothing',
};

/** The switches of each server, by its id. */
export const SWITCHES: Readonly<Record<string, readonly Switch[]>> = {
  filesystem: [
    READ_ONLY,
    {
      flag: 'deny',
      kind: 'string',
      title: 'Files to keep closed',
      description:
        'Claude can neither read nor change these files. Separate names with commas, like .env, *.key',
    },
  ],
  git: [
    READ_ONLY,
    {
      flag: 'allow-remote',
      kind: 'boolean',
      title: 'Fetch, pull and push',
      description: 'Claude can exchange commits with the servers that your repositories come from',
    },
    {
      flag: 'toolsets',
      kind: 'string',
      title: 'More tools',
      description: 'Write all, or some of these with commas: inspect, history, setup',
    },
  ],
  sqlite: [
    {
      flag: 'write',
      kind: 'boolean',
      title: 'Change the databases',
      description: 'Claude can insert, update and delete rows, and make tables. Until then it only reads',
    },
    {
      flag: 'import-dir',
      kind: 'directory',
      title: 'Folder to import from',
      description: 'Claude can import files in this folder, such as CSV, into a database that it may change',
    },
    {
      flag: 'export-dir',
      kind: 'directory',
      title: 'Folder to export to',
      description: 'Claude can save results as files in this folder',
    },
  ],
  fetch: [
    {
      flag: 'save-dir',
      kind: 'directory',
      title: 'Folder to save in',
      description: 'Claude can save pages and files in this folder',
    },
    {
      flag: 'allow-domain',
      kind: 'string',
      title: 'Only these sites',
      description:
        'Claude can read these sites only. Separate names with commas, like example.com, example.org',
    },
    {
      flag: 'ignore-robots-txt',
      kind: 'boolean',
      title: 'Ignore robots.txt',
      description: 'Claude can read pages that their site asks programs not to read',
    },
  ],
};

/** Returns the name of a setting, like `allow_remote`. */
export const nameOf = ({ flag }: Switch): string => flag.replaceAll('-', '_');

/** Returns the environment of a server: the location and titles of its settings, and their values. */
export const settingsOf = (
  id: string,
  place: string,
  switches: readonly Switch[],
): { [variable: string]: string } => ({
  MCP_SETTINGS_IN: [place, ...switches.map(({ flag, title }) => `${flag}: ${title}`)].join(' | '),
  ...Object.fromEntries(
    switches.map((each) => [`MCP_${id}_${nameOf(each)}`.toUpperCase(), `\${user_config.${nameOf(each)}}`]),
  ),
});
