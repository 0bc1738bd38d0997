// Where each host keeps its servers on this machine.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { HostName } from '../command.ts';

/** What the places of files depend on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The machine that this runs on. */
export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), env: process.env };
}

/**
 * The file of a host for the servers of its user. Undefined when the host keeps them in no file that others may write.
 * Where a host has had several places, it is the first that exists.
 */
export function fileOf(host: HostName, id: string, machine: Machine = thisMachine()): string | undefined {
  const files = FILES[host]?.(machine, id) ?? [];
  return files.find((file) => existsSync(file)) ?? files[0];
}

const CLINE = 'globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';

// The pages that say so are the sources in hosts.ts. That of JetBrains names settings of the IDE, and no file.
const FILES: Readonly<Partial<Record<HostName, (machine: Machine, id: string) => readonly string[]>>> = {
  claude: (machine) => [join(applications(machine), 'Claude', 'claude_desktop_config.json')],
  'claude-code': ({ home, env }) => [join(env['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json')],
  vscode: (machine) => [join(codeUser(machine), 'mcp.json')],
  cursor: ({ home }) => [join(home, '.cursor', 'mcp.json')],
  codex: ({ home, env }) => [join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml')],
  copilot: ({ home, env }) => [join(env['COPILOT_HOME'] ?? join(home, '.copilot'), 'mcp-config.json')],
  windsurf: ({ home }) => [join(home, '.codeium', 'windsurf', 'mcp_config.json')],
  // Version 1 had the second place.
  antigravity: ({ home }) => [
    join(home, '.gemini', 'config', 'mcp_config.json'),
    join(home, '.gemini', 'antigravity', 'mcp_config.json'),
  ],
  zed: (machine) => [
    machine.platform === 'win32'
      ? join(applications(machine), 'Zed', 'settings.json')
      : join(config(machine), 'zed', 'settings.json'),
  ],
  gemini: ({ home }) => [join(home, '.gemini', 'settings.json')],
  opencode: (machine) => {
    const folder = join(config(machine), 'opencode');
    return [join(folder, 'opencode.json'), join(folder, 'opencode.jsonc')];
  },
  kiro: ({ home }) => [join(home, '.kiro', 'settings', 'mcp.json')],
  // The extension, then the program for terminals.
  cline: (machine) => [
    machine.env['CLINE_MCP_SETTINGS_PATH'] ?? join(codeUser(machine), CLINE),
    join(machine.home, '.cline', 'data', 'settings', 'cline_mcp_settings.json'),
  ],
  // It reads every file of the folder.
  continue: ({ home }, id) => [join(home, '.continue', 'mcpServers', `${id}.json`)],
  warp: ({ home }) => [join(home, '.warp', '.mcp.json')],
  lmstudio: ({ home }) => [join(home, '.lmstudio', 'mcp.json')],
  goose: (machine) => [
    machine.platform === 'win32'
      ? join(applications(machine), 'Block', 'goose', 'config', 'config.yaml')
      : join(config(machine), 'goose', 'config.yaml'),
  ],
};

/** Where programs with windows keep what they know. */
function applications(machine: Machine): string {
  const { platform, home, env } = machine;
  if (platform === 'win32') return absolute(env['APPDATA']) ?? join(home, 'AppData', 'Roaming');
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : config(machine);
}

function config({ home, env }: Machine): string {
  return absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config');
}

// A path that is relative, or empty, counts as none (XDG Base Directory Specification, "Environment variables").
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function codeUser(machine: Machine): string {
  return join(applications(machine), 'Code', 'User');
}
