// Every host that a server knows is told the same command line, each in its own form.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@mcp/runtime';
import { installables } from '../../src/install/installable.ts';
import { argumentsWith, inputIn, throughNpx, type Started } from './command-lines.ts';
import { hostsOf, printed } from './printed.ts';

const started = (server: unknown): Started => {
  const { command, cmd, args } = server as { command?: string; cmd?: string; args: string[] };
  return { command: command ?? cmd ?? '', args };
};

const jsonIn = (key: string) => (text: string, id: string) =>
  started((JSON.parse(text) as Record<string, JsonObject>)[key]?.[id]);

/** `name = value` and `name: value`, where the value is JSON. */
const linesOf = (separator: RegExp) => (text: string) =>
  started(
    Object.fromEntries(
      text
        .split('\n')
        .map((line) => line.trim().split(separator))
        .filter(([name, value]) => ['command', 'cmd', 'args'].includes(name ?? '') && value !== undefined)
        .map(([name, value]) => [name, JSON.parse(value ?? '')]),
    ),
  );

/** The words that a shell gives to a program named `claude`. */
const wordsOf = (text: string): Started => {
  const script = `claude() { printf '%s\\0' "$@"; }\n${text}`;
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  const [command = '', ...args] = words.slice(words.indexOf('--') + 1);
  return { command, args };
};

const opencode = (text: string, id: string): Started => {
  const { mcp } = JSON.parse(text) as { mcp: Record<string, { command: readonly string[] }> };
  const [command = '', ...args] = mcp[id]?.command ?? [];
  return { command, args };
};

/** How the hosts read what they are given. The others are as Claude Desktop. */
const readers: Readonly<Record<string, (text: string, id: string) => Started>> = {
  'claude-code': wordsOf,
  vscode: jsonIn('servers'),
  codex: linesOf(/ = (.*)/),
  zed: jsonIn('context_servers'),
  opencode,
  goose: linesOf(/: (.*)/),
};
const claude = jsonIn('mcpServers');

describe.each(installables)('$id', (server) => {
  const hosts = hostsOf(server.id);

  test('tells every host the same command line', () => {
    const args = argumentsWith(server, inputIn(server, "/srv/a project's folder"));
    const texts = printed(
      server.id,
      hosts.map((host) => [...args, '--print-config', host]),
    );
    expect(hosts.length).toBeGreaterThanOrEqual(18);
    expect(
      hosts.map((host, index) => [host, (readers[host] ?? claude)(texts[index] ?? '', server.id)]),
    ).toEqual(hosts.map((host) => [host, throughNpx(server, args)]));
  });
});
