// The part of a server's README that says how to install it: the way that works today, and buttons once they lead somewhere.
import { publication, type Publication } from '@mcp/repo/src/publication.ts';
import { hosts } from './host-config.ts';
import { argumentsFor, installables, npxCommand, type Installable } from './installable.ts';
import { installLinks } from './links.ts';

/** The section. Its commands work in a checkout until the packages are on npm, and anywhere from then on. */
export const installSection = (server: Installable, { npm }: Publication = publication): string => {
  // The IDEs of JetBrains have no file that others may write.
  const names = Object.keys(hosts)
    .filter((host) => host !== 'jetbrains')
    .map((host) => `\`${host}\``);
  const others = [
    'writes the server into the file of Claude Desktop, keeps a copy of the file, and says what it did; `--uninstall claude` takes',
    `it out again. It also knows ${names.slice(1, -1).join(', ')} and ${names.at(-1)}. \`--print-config <host>\` only prints what to paste.`,
  ].join('\n');
  const parts = npm
    ? [buttons(server, `../../${PICTURES}`).join('\n'), commands(npxLine(server)), others]
    : [
        'The packages are not on npm yet. In a checkout of the repository:',
        commands('npx -y pnpm@12 build', checkoutLine(server)),
        others,
      ];
  return parts.join('\n\n');
};

const commands = (...lines: readonly string[]): string => ['```sh', ...lines, '```'].join('\n');

const INSTALL = ['--install', 'claude'];

const npxLine = (server: Installable): string => {
  const { command, args } = npxCommand(server, [...argumentsFor(server), ...INSTALL]);
  return [command, ...args].join(' ');
};

/** The program that `pnpm build` makes of a server, in the root of a checkout. */
export const checkoutLine = (server: Installable): string =>
  ['node', `servers/${server.id}/dist/main.cjs`, ...argumentsFor(server), ...INSTALL].join(' ');

// Pictures of the repository: no page asks another site for them.
const PICTURES = 'tools/site/guide/images';

const buttons = (server: Installable, pictures: string): string[] =>
  installLinks(server).map(({ host, url }) => {
    const picture = `${pictures}/install-${host.toLowerCase().replaceAll(' ', '-')}.svg`;
    return `[![Install in ${host}](${picture})](${url})`;
  });

/** The servers in the README of the repository, with their buttons once these lead somewhere. */
export const allButtons = ({ npm }: Publication = publication): string =>
  installables
    .map((server) => {
      const link = `[${server.title}](servers/${server.id}/README.md#install)`;
      return npm ? `- ${link}: ${buttons(server, PICTURES).join(' ')}` : `- ${link}`;
    })
    .join('\n');
