// Every host that a server knows is told the same command line, each in its own form.
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { installables } from '../../src/install/installable.ts';
import { argumentsWith, inputIn, throughNpx, type Started } from './command-lines.ts';
import { hostsOf, printed } from './printed.ts';

const started = (server: unknown): Started => {
  const {
    command,
    cmd,
    args = [],
  } = server as { command?: string | string[]; cmd?: string; args?: string[] };
  const [program = '', ...words] = [command ?? cmd ?? '', ...args].flat();
  // Hosts that cut long results get a limit of their own.
  const limit = words.indexOf('--max-output-bytes');
  return { command: program, args: limit < 0 ? words : words.toSpliced(limit, 2) };
};

const read = (text: string, members: readonly string[]): Started => {
  // JSON is YAML.
  const data: unknown = parseYaml(text);
  return started(members.reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), data));
};

/** Strings and lists of TOML are JSON. */
const readToml = (text: string): Started => {
  const lines = [...text.matchAll(/^(command|args) = (.*)$/gm)];
  return started(Object.fromEntries(lines.map(([, name = '', value = '']) => [name, JSON.parse(value)])));
};

/** Where the server is in what hosts are given. In others it is where Claude Desktop has it. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  vscode: ['servers'],
  zed: ['context_servers'],
  opencode: ['mcp'],
  kilo: ['mcp'],
  goose: ['extensions'],
};

describe.each(installables)('$id', (server) => {
  const hosts = hostsOf(server.id);

  test('tells every host the same command line', () => {
    const args = argumentsWith(server, inputIn(server, "/srv/a project's folder"));
    const texts = printed(
      server.id,
      hosts.map((host) => [...args, '--print-config', host]),
    );
    expect(hosts.length).toBeGreaterThanOrEqual(20);
    expect(
      hosts.map((host, index) => {
        const members = [...(MEMBERS[host] ?? ['mcpServers']), host === 'continue' ? '0' : server.id];
        const text = texts[index] ?? '';
        return [host, host === 'codex' ? readToml(text) : read(text, members)];
      }),
    ).toEqual(hosts.map((host) => [host, throughNpx(server, args)]));
  });
});
