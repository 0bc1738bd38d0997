// --install and --uninstall: add or remove one server in a host's file and keep everything else.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { entryOf, membersOf, type Format } from '../src/hosts/host.ts';
import { filesOf, type Machine } from '../src/hosts/files.ts';
import { HOST_NAMES, HOSTS, type HostName } from '../src/hosts/hosts.ts';
import { install } from '../src/install/install.ts';
import type { StdioLaunch } from '../src/launch.ts';
import { onWindows, programOf, run as runServer } from './processes.ts';

let home = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'install-')));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const machine = (platform: NodeJS.Platform = 'linux'): Machine => ({ platform, home, env: {} });

const launch: StdioLaunch = {
  id: 'demo',
  command: '/opt/node',
  args: ['/opt/demo/main.cjs', String.raw`/data/"we ird" ${'$'}{x} \ ü`],
  env: { MCP_DEMO_TIMEOUT: '5' },
  secrets: [],
  platform: 'linux',
};

const run = (host: HostName, more: Partial<Parameters<typeof install>[0]> = {}): Promise<string> =>
  install({ host, action: 'install', launch, isDry: false, isForced: false, machine: machine(), ...more });

const withFiles = HOST_NAMES.filter((host) => HOSTS[host].files !== undefined);

/** Returns the path of a host's file, and makes its folder. */
const place = (host: HostName): string => {
  const [file = ''] = filesOf(HOSTS[host], machine());
  mkdirSync(dirname(file), { recursive: true });
  return file;
};

const parsers: Readonly<Record<Format, (text: string) => unknown>> = {
  json: (text) => JSON.parse(text) as unknown,
  toml: (text) => parseToml(text),
  yaml: (text) => parseYaml(text) as unknown,
};

const dataOf = (host: HostName, text: string): unknown =>
  JSON.parse(JSON.stringify(parsers[formatOf(host)](text.replaceAll(/^\s*\/\/.*$/gm, ''))));

const formatOf = (host: HostName): Format => HOSTS[host].format ?? 'json';

/** Users' files with other servers, settings, comments and order. */
const theirs = {
  json: (member: string): string => `{
    // my own words
    "theme": "dark",
    "${member}": {
        // the other one
        "other": { "command": "x", "args": ["# no comment", "// none"] }
    },
    "last": [1, 2]
}
`,
  toml: (member: string): string =>
    `# my own words
model = "o9"

[${member}.other] # the other one
command = "x"
args = ["# no comment"]

[profiles.deep]
since = 2026-11-23
`,
  yaml: (member: string): string =>
    `# my own words
GOOSE_MODEL: "o9"
${member}:
  other: # the other one
    enabled: false
    args: ['# no comment']
last: [1, 2]
`,
  list: (member: string): string =>
    `# my own words
name: Mine
${member}:
  - name: other # the other one
    command: x
    args: ['# no comment']
last: [1, 2]
`,
};

const filesBeside = (file: string): string[] =>
  readdirSync(dirname(file)).filter((name) => name !== basename(file));

describe.each(withFiles)('%s', (host) => {
  const entry = entryOf(HOSTS[host], launch);
  const inside = (server: unknown): object => ({
    ...(parsers.yaml(HOSTS[host].newFile ?? '{}') as object),
    ...membersOf(HOSTS[host]).reduceRight<object>(
      (inner, name) => ({ [name]: inner }),
      HOSTS[host].isList === true ? [server] : { demo: server },
    ),
  });

  test('names the page that documents its format, and the date it was read', () => {
    const sources = readFileSync(join(import.meta.dirname, '../src/hosts/hosts.ts'), 'utf8');
    const row = new RegExp(`// https://.*\\d{4}-\\d\\d-\\d\\d.*\\n  '?${host}'?: \\{`);
    expect(sources).toMatch(row);
  });

  test('a missing or empty file gets only the server', async () => {
    const file = place(host);
    expect(await run(host)).toContain('The file is new.');
    expect(dataOf(host, readFileSync(file, 'utf8'))).toEqual(inside(entry));
    expect(filesBeside(file)).toEqual([]);
    writeFileSync(file, '');
    await run(host);
    expect(dataOf(host, readFileSync(file, 'utf8'))).toEqual(inside(entry));
    expect(await run(host, { action: 'uninstall' })).toContain('Remove "demo"');
    expect(readFileSync(file, 'utf8')).not.toContain('demo');
  });

  test('installing keeps settings, comments and mode, and uninstalling restores the file', async () => {
    const file = place(host);
    const before = theirs[HOSTS[host].isList === true ? 'list' : formatOf(host)](
      membersOf(HOSTS[host]).join('.'),
    );
    writeFileSync(file, before);
    chmodSync(file, 0o640);
    const said = await run(host);
    expect(said).toContain('Add "demo"');
    expect(said).toContain(`Backup of the file: ${file}.backup-1`);
    const after = readFileSync(file, 'utf8');
    const servers = membersOf(HOSTS[host]).reduce<unknown>(
      (data, name) => (data as Record<string, unknown>)[name],
      dataOf(host, after),
    );
    const { demo, ...others } = (
      Array.isArray(servers) ? Object.fromEntries(servers.map((server) => [server.name, server])) : servers
    ) as Record<string, unknown>;
    expect(demo).toEqual(JSON.parse(JSON.stringify(entry)));
    expect(Object.keys(others)).toEqual(['other']);
    expect(after).toContain('my own words');
    expect(after).toContain('the other one');
    expect(statSync(file).mode & 0o777).toBe(onWindows ? 0o666 : 0o640);
    expect(readFileSync(`${file}.backup-1`, 'utf8')).toBe(before);

    expect(await run(host)).toContain('has this entry already');
    const second = { launch: { ...launch, args: ['--read-only'] } };
    await expect(run(host, second)).rejects.toThrow(/"demo" exists already, .* --name demo-2; .* --force/);
    expect(readFileSync(file, 'utf8')).toBe(after);
    expect(await run(host, { ...second, isForced: true })).toContain('Replace "demo"');
    expect(readFileSync(`${file}.backup-2`, 'utf8')).toBe(after);

    expect(await run(host, { action: 'uninstall' })).toContain('Remove "demo"');
    expect(dataOf(host, readFileSync(file, 'utf8'))).toEqual(dataOf(host, before));
    expect(readFileSync(file, 'utf8')).toContain('the other one');
    expect(await run(host, { action: 'uninstall' })).toContain('has no such entry');
  });

  test('a dry run reports the change and does not make it', async () => {
    const file = place(host);
    expect(await run(host, { isDry: true })).toMatch(/Add "demo" as \{[^]*add --yes/);
    expect(existsSync(file)).toBe(false);
  });

  test('a broken file is left unchanged', async () => {
    const file = place(host);
    const broken = { json: '{ "a": ', toml: 'a = = 1\n', yaml: 'a: "b\n' }[formatOf(host)];
    writeFileSync(file, broken);
    await expect(run(host)).rejects.toThrow(/is broken: .*Nothing was changed/s);
    expect(readFileSync(file, 'utf8')).toBe(broken);
    expect(filesBeside(file)).toEqual([]);
  });

  test('a file with another value instead of the servers is left unchanged', async () => {
    const file = place(host);
    const [first = ''] = membersOf(HOSTS[host]);
    const odd = { json: `{ "${first}": [] }`, toml: `${first} = 1\n`, yaml: `${first}: 1\n` };
    writeFileSync(file, odd[formatOf(host)]);
    await expect(run(host)).rejects.toThrow(
      `${first} in it is not ${HOSTS[host].isList === true ? 'a list' : 'an object'}`,
    );
    expect(filesBeside(file)).toEqual([]);
  });

  test('a read-only file is left unchanged', async () => {
    const file = place(host);
    writeFileSync(file, '');
    chmodSync(file, 0o444);
    await expect(run(host)).rejects.toThrow('is read-only; nothing was changed');
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});

describe('the file at the path', () => {
  test.skipIf(onWindows)(`keeps a link${onWindows ? ' (links need a privilege)' : ''}`, async () => {
    const file = place('cursor');
    const real = join(home, 'dotfiles.json');
    writeFileSync(real, '{}');
    symlinkSync(real, file);
    await run('cursor');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain('"demo"');
  });

  test.skipIf(onWindows)(
    `reports a dangling link${onWindows ? ' (links need a privilege)' : ''}`,
    async () => {
      symlinkSync(join(home, 'gone.json'), place('cursor'));
      await expect(run('cursor')).rejects.toThrow('that does not exist; nothing was changed');
    },
  );

  test('refuses a directory and text in another encoding', async () => {
    mkdirSync(join(home, '.cursor/mcp.json'), { recursive: true });
    await expect(run('cursor')).rejects.toThrow('is not a file');
    writeFileSync(place('kiro'), Buffer.from('{"a":"\u00e9"}', 'latin1'));
    await expect(run('kiro')).rejects.toThrow('is not UTF-8 text');
  });

  test('keeps byte order mark, tabs and Windows line endings', async () => {
    const file = place('cursor');
    writeFileSync(file, '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n');
    await run('cursor');
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^\uFEFF\{\r\n\t"mcpServers": \{\r\n\t\t"a": \{\},\r\n\t\t"demo"/);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('refuses a change that would lose a comment', async () => {
    const file = place('cursor');
    const text = '{ "mcpServers": { "demo": {\n // mine\n "command": "x" } } }';
    writeFileSync(file, text);
    await expect(run('cursor')).rejects.toThrow('the comment "// mine" would be lost');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('an inline table of TOML is left unchanged', async () => {
    const file = place('codex');
    const text = 'mcp_servers = { demo = { command = "x" } }\n';
    writeFileSync(file, text);
    await expect(run('codex')).rejects.toThrow('in which one server cannot be changed alone');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('OpenCode 2 has its servers one level deeper', async () => {
    const file = place('opencode');
    writeFileSync(file, '{ "mcp": { "servers": { "other": { "type": "local", "command": [] } } } }');
    await run('opencode');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      mcp: { servers: { other: {}, demo: { type: 'local', enabled: true } } },
    });
  });

  test('refuses JetBrains IDEs, which have no file', async () => {
    await expect(run('jetbrains')).rejects.toThrow(
      'JetBrains IDEs: there is no file to change; use --print-config jetbrains and paste',
    );
  });
});

describe('the command line', () => {
  const call = (...args: string[]) =>
    runServer('greeter', args, {
      env: { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: join(home, '.config') },
    });

  test('adds the command line without the flags for installing, and removes it again', async () => {
    const file = join(home, '.cursor/mcp.json');
    const flags = [home, '--loud', '--install', 'cursor'];
    expect(await call(...flags)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(file)).toBe(false);
    expect(await call(...flags, '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      mcpServers: { greeter: { command: process.execPath, args: [programOf('greeter'), home, '--loud'] } },
    });
    expect((await call('--uninstall', 'cursor', '--yes')).stdout).toContain('Remove "greeter"');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: {} });
  });

  test.each([
    [['--install', 'cursor', '--uninstall', 'cursor'], 'give one of them'],
    [['--install', 'emacs'], '--install: there is no host "emacs"; there are claude'],
    [['--install', 'jetbrains'], 'use --print-config jetbrains'],
  ])('refuses %j', async (args, why) => {
    const { code, stderr } = await call(...args);
    expect(stderr).toContain(why);
    expect(code).toBe(2);
  });

  test('--yes alone has no effect, and says so', async () => {
    const { stderr } = await call(home, '--yes');
    expect(stderr).toContain('--yes has no effect without --install or --uninstall');
  });
});
