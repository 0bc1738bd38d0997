// Generated parts of documents: the table of bundles for users of Claude Desktop, and the section "Install" of READMEs.
import { toTable } from '@mcp/repo/src/readme-table.ts';
import { argumentsFor, installables, type Installable } from './installable.ts';
import { flavoursOf } from './manifest.ts';

/** Returns the table of bundles. */
export const bundleTable = (): string =>
  toTable([
    ['File', 'Title in Claude Desktop', 'Claude can …', 'It asks you for'],
    ...installables.flatMap((server) =>
      flavoursOf(server).map(({ name, title, lets, switches }) => {
        const titles = switches.map((each) => each.title);
        const asked = server.input === undefined ? titles : [server.input.title, ...titles];
        return [`\`${name}-${server.manifest.version}.mcpb\``, title, lets, asked.join('; ')];
      }),
    ),
  ]);

/** Explains the example in the command. */
const EXAMPLES: Readonly<Record<string, string>> = {
  filesystem: '`.` is the checkout: name the directories that the model may use instead. ',
  git: '`.` is the checkout: name your own repository instead. ',
  sqlite: 'The server creates `notes.db` when it starts: name your own database instead. ',
};

/** Returns the section of a README, with commands that work in a checkout. */
export const installSection = (server: Installable): string =>
  `The packages are not on npm yet. In a checkout of the repository:

\`\`\`sh
npx -y pnpm@12 build
${['node', `servers/${server.id}/dist/main.cjs`, ...argumentsFor(server), '--install claude'].join(' ')}
\`\`\`

adds the server to the configuration of Claude Desktop and keeps a copy of the file. \`--uninstall claude\` removes it.
${EXAMPLES[server.id] ?? ''}\`--help all\` lists the other hosts, and \`--print-config <host>\` prints what to paste.`;
