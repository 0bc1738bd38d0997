// The Dockerfiles and `compose.yaml`, as far as reading them says. A workflow for GitHub builds the images and starts
// them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sourceFiles } from '@mcp/repo/src/workspace.ts';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { installables, type Installable } from '../../src/install/installable.ts';
import { helpOf } from './printed.ts';

interface Service {
  readonly build: { readonly context: string; readonly dockerfile: string };
  readonly user: string;
  readonly ports: readonly string[];
  readonly volumes?: readonly string[];
  readonly command: readonly string[];
}

const folder = join(root, 'tools/release');
const { services } = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8')) as {
  readonly services: Readonly<Record<string, Service>>;
};

const textOf = ({ id }: Installable): string => readFileSync(join(root, 'servers', id, 'Dockerfile'), 'utf8');

/** The instructions, each on one line, without comments. */
const instructionsOf = (server: Installable): string[] =>
  textOf(server)
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

const unknownFlags = (args: readonly string[], help: string): string[] =>
  args.filter((arg) => arg.startsWith('--') && !help.includes(`${arg} `));

describe.each(installables)('read only, because no builder runs here: $id', (server) => {
  const { manifest } = server;
  const instructions = instructionsOf(server);
  const find = (start: string): number => instructions.findIndex((line) => line.startsWith(start));

  test('takes the packed package, as its first lines pack it, and nothing else from outside', () => {
    const outside = instructions.filter((line) => /^(?:COPY|ADD) (?!--from=packed )/.test(line));
    expect(outside).toEqual([`COPY ${server.id}.tgz /`]);
    const archive = `"$PWD/tools/release/dist/packed/${server.id}.tgz"`;
    expect(textOf(server)).toContain(`#   npx -y pnpm@12 --filter ${manifest.name} pack --out ${archive}\n`);
  });

  test('installs the dependencies before it copies what changes with every build', () => {
    const order = [
      'COPY --from=packed /package/package.json',
      'RUN npm install --omit=dev --ignore-scripts',
      'COPY --from=packed /package ./',
      'USER node',
      'ENTRYPOINT',
    ].map(find);
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('starts the program of the package with flags that it knows', () => {
    const values = (start: string): string[] =>
      JSON.parse(instructions[find(start)]?.slice(start.length) ?? '') as string[];
    expect(values('ENTRYPOINT ')).toEqual(['node', `/app/${manifest.bin?.[`mcp-server-${server.id}`]}`]);
    const help = helpOf(server.id);
    const { command = [] } = services[server.id] ?? {};
    expect(unknownFlags(['--no-such-flag'], help)).toEqual(['--no-such-flag']);
    expect(unknownFlags(command, help)).toEqual([]);
    // The service has the arguments of the image, and those of HTTP before them.
    const own = values('CMD ');
    expect(command.slice(command.length - own.length)).toEqual(own);
  });

  test('is a service of compose.yaml, as the caller, on this machine only, with a token', () => {
    const { build, user, ports, volumes = [], command } = services[server.id] ?? {};
    const context = join(folder, build?.context ?? '');
    expect(context).toBe(join(folder, 'dist/packed'));
    expect(join(context, build?.dockerfile ?? '')).toBe(join(root, 'servers', server.id, 'Dockerfile'));
    expect(user).toMatch(/^\$\{MCP_USER:\?.+\}$/);
    expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+:3000$/)]);
    expect(volumes).toHaveLength(server.input === undefined ? 0 : 1);
    expect(command).toContain('--auth-token-env');
  });
});

test('no two services have the same port', () => {
  const ports = Object.values(services).flatMap((service) => service.ports);
  expect(new Set(ports).size).toBe(installables.length);
});

test('every form of `docker run` names the user of the caller', () => {
  const shown = sourceFiles
    .filter(({ path }) => /\.md$|Dockerfile$/.test(path) && !path.includes('CHANGELOG'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/docker run [^]*?mcp-server-\w+|"command": "docker",[^]*?mcp-server-\w+/g)].map(
        ([form]) => ({ path, form }),
      ),
    );
  expect(shown.length).toBeGreaterThan(installables.length);
  expect(shown.filter(({ form }) => !form.includes('--user'))).toEqual([]);
});
