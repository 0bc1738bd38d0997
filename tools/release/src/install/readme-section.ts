// The part of a server's README that says how to install it: buttons first, then each host in a fold.
import { execFileSync } from 'node:child_process';
import { oxfmt, root } from '@mcp/repo/src/workspace.ts';
import { fetchedServer, hosts, type FetchedServer, type Host, type HostConfig } from './host-config.ts';
import { argumentsFor, installables, type Installable } from './installable.ts';
import { installLinks } from './links.ts';

/** The section, formatted as the repository formats Markdown. */
export const installSection = (server: Installable): string => {
  using fetched = fetchedServer(server);
  return formatted(
    [
      buttons(server, `../../${PICTURES}`).join('\n'),
      ...hostFolds(fetched, server),
      windowsFold(fetched, server),
      httpFold(fetched, server),
    ].join('\n\n'),
  );
};

/** Hosts that take the same text share a fold. */
const hostFolds = (fetched: FetchedServer, server: Installable): string[] => {
  const names = Object.keys(hosts) as Host[];
  const configs = names.map((host) => ({ host, ...printed(fetched, server, host) }));
  return [...Map.groupBy(configs, ({ text }) => text)].map(([text, same]) =>
    fold({
      title: same.map(({ host }) => hosts[host]).join(', '),
      lead: same.length === 1 ? `${same[0]?.place}:` : same.map(({ place }) => `- ${place}`).join('\n'),
      text,
    }),
  );
};

const windowsFold = (fetched: FetchedServer, server: Installable): string => {
  const path = server.input && `C:${server.input.placeholder.replaceAll('/', '\\')}`;
  const { text } = fetched.print('claude', [...argumentsFor(server, path), '--platform', 'windows']);
  return fold({ title: 'Windows', lead: 'In every host the shell of Windows has to start npx:', text });
};

const httpFold = (fetched: FetchedServer, server: Installable): string => {
  const args = [...argumentsFor(server), '--transport', 'http', '--port', '3000'];
  const start = ['npx', '-y', server.manifest.name, ...args].join(' ');
  return fold({
    title: 'HTTP, for several clients or another machine',
    lead: `Start \`${start}\`. A host connects to its address; VS Code for example:`,
    text: fetched.print('vscode', args).text,
  });
};

// Pictures of the repository: no page asks another site for them.
const PICTURES = 'tools/site/guide/images';

const buttons = (server: Installable, pictures: string): string[] =>
  installLinks(server).map(({ host, url }) => {
    const picture = `${pictures}/install-${host.toLowerCase().replaceAll(' ', '-')}.svg`;
    return `[![Install in ${host}](${picture})](${url})`;
  });

/** The buttons of all servers, for the README of the repository. */
export const allButtons = (): string =>
  installables
    .map(
      (server) =>
        `- [${server.title}](servers/${server.id}/README.md#install): ${buttons(server, PICTURES).join(' ')}`,
    )
    .join('\n');

// An editor that knows the folder of its workspace gets that in the place of the example.
const printed = (fetched: FetchedServer, server: Installable, host: Host): HostConfig => {
  const config = fetched.print(host, argumentsFor(server));
  const { input } = server;
  if (host !== 'vscode' || input === undefined) return config;
  return { ...config, text: config.text.replace(input.placeholder, () => input.inWorkspace) };
};

const fold = ({ title, lead, text }: { title: string; lead: string; text: string }): string =>
  [
    `<details>\n<summary><b>${title}</b></summary>`,
    lead,
    `\`\`\`${languageOf(text)}\n${text}\n\`\`\``,
    '</details>',
  ].join('\n\n');

const languageOf = (text: string): string => {
  if (text.startsWith('{')) return 'json';
  if (text.startsWith('[')) return 'toml';
  return text.startsWith('extensions:') ? 'yaml' : 'sh';
};

const formatted = (markdown: string): string =>
  execFileSync(process.execPath, [oxfmt, '--stdin-filepath', 'README.md'], {
    cwd: root,
    input: markdown,
    encoding: 'utf8',
  }).trimEnd();
