// The parts of the page for people who use Claude Desktop: where the bundles are, and what each asks.
import { publication, type Publication } from '@mcp/repo/src/publication.ts';
import { toTable } from '@mcp/repo/src/readme-table.ts';
import { installables } from './installable.ts';
import { flavoursOf } from './manifest.ts';

/** Where the files are: at the releases, once they hang there. */
export const whereBundlesAre = ({ bundles, repository }: Publication = publication): string =>
  bundles && repository !== null
    ? `Download one from [the newest release](${repository}/releases/latest).`
    : [
        'The files do not hang at a release yet. Somebody who has a terminal and Node.js makes them in a clone of the repository:',
        '',
        '```sh',
        'npx -y pnpm@12 bundles',
        '```',
        '',
        'They are in `tools/release/dist`, one for each row, for Windows, macOS and Linux alike.',
      ].join('\n');

const LETS: Readonly<Record<string, string>> = {
  'mcp-server-filesystem-documents':
    'read and search your documents: text, PDF, Word, Excel. It changes nothing',
  'mcp-server-filesystem': 'read, write, edit and tidy the files of a folder',
  'mcp-server-git': 'look at the history of a repository, and commit',
  'mcp-server-sqlite': 'answer questions from a database',
  'mcp-server-fetch': 'read web pages',
};

/** A row for each bundle. */
export const bundleTable = (): string =>
  toTable([
    ['File', 'Title in Claude Desktop', 'Claude can …', 'It asks you for'],
    ...installables.flatMap((server) =>
      flavoursOf(server).map(({ name, title, switches }) => {
        const asked = [server.input?.title, ...switches.map((each) => each.title)].filter(
          (what) => what !== undefined,
        );
        return [`\`${name}-${server.manifest.version}.mcpb\``, title, LETS[name] ?? '', asked.join('; ')];
      }),
    ),
  ]);
