// Host files: finds them by system, by variables and by installed programs.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { filesOf, type Machine } from '../src/hosts/files.ts';
import { HOSTS } from '../src/hosts/hosts.ts';
import { install } from '../src/install/install.ts';

let home = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'host-files-')));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const machine = (platform: NodeJS.Platform = 'linux', env: NodeJS.ProcessEnv = {}): Machine => ({
  platform,
  home,
  env,
});

describe('the file of a host', () => {
  test.each([
    ['darwin', 'claude', 'Library/Application Support/Claude/claude_desktop_config.json'],
    ['darwin', 'vscode', 'Library/Application Support/Code/User/mcp.json'],
    ['win32', 'claude', 'AppData/Roaming/Claude/claude_desktop_config.json'],
    ['win32', 'goose', 'AppData/Roaming/Block/goose/config/config.yaml'],
    ['win32', 'zed', 'AppData/Roaming/Zed/settings.json'],
    ['linux', 'zed', '.config/zed/settings.json'],
    ['linux', 'goose', '.config/goose/config.yaml'],
    ['linux', 'continue', '.continue/config.yaml'],
    ['linux', 'cline', '.cline/data/settings/cline_mcp_settings.json'],
    ['linux', 'qwen', '.qwen/settings.json'],
    ['linux', 'kilo', '.config/kilo/kilo.json'],
  ] as const)('on %s: %s uses ~/%s', (platform, host, path) => {
    expect(filesOf(HOSTS[host], machine(platform))).toEqual([join(home, path)]);
  });

  test.each(['', 'relative', undefined])('ignores an XDG_CONFIG_HOME of %j', (given) => {
    const env = given === undefined ? {} : { XDG_CONFIG_HOME: given };
    const files = filesOf(HOSTS.zed, { platform: 'linux', home, env });
    expect(files).toEqual([join(home, '.config/zed/settings.json')]);
  });

  test('is the first existing one of several, or else the first', () => {
    const [first, second] = ['opencode.json', 'opencode.jsonc'].map((name) =>
      join(home, '.config/opencode', name),
    );
    expect(filesOf(HOSTS.opencode, machine())).toEqual([first]);
    mkdirSync(join(home, '.config/opencode'), { recursive: true });
    writeFileSync(second ?? '', '{}');
    expect(filesOf(HOSTS.opencode, machine())).toEqual([second]);
  });
});

describe('Cline', () => {
  const program = '.cline/data/settings/cline_mcp_settings.json';
  const extension = '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';

  test.each([
    ['nothing', [], [program]],
    ['the program', [program], [program]],
    ['the extension', [extension], [extension]],
    ['both', [program, extension], [program, extension]],
  ])('uses the files of the installed programs: %s', (_, there, expected) => {
    // The program makes its folder at its first start, but the settings folder only when needed.
    for (const file of there) mkdirSync(dirname(dirname(join(home, file))), { recursive: true });
    expect(filesOf(HOSTS.cline, machine())).toEqual(expected.map((file) => join(home, file)));
  });

  test('gets a server in both files, or in none', async () => {
    const files = [program, extension].map((file) => join(home, file));
    for (const file of files) mkdirSync(dirname(file), { recursive: true });
    const launch = {
      id: 'demo',
      command: '/opt/node',
      args: [],
      env: {},
      secrets: [],
      platform: 'linux',
    } as const;
    const how = { host: 'cline', action: 'install', launch, isDry: false, isForced: false } as const;
    writeFileSync(join(home, extension), '{ "broken": ');
    await expect(install({ ...how, machine: machine() })).rejects.toThrow('is broken');
    expect(existsSync(join(home, program))).toBe(false);
    rmSync(join(home, extension));
    await install({ ...how, machine: machine() });
    const entry = { mcpServers: { demo: { command: '/opt/node', args: [] } } };
    expect(files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as unknown)).toEqual([entry, entry]);
  });

  test('uses only the file that its variable names', () => {
    const file = join(home, 'mine.json');
    expect(filesOf(HOSTS.cline, machine('linux', { CLINE_MCP_SETTINGS_PATH: file }))).toEqual([file]);
  });
});
