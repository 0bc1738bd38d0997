// What `npx <server> … --print-config <host>` prints, taken from the server itself.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@mcp/repo/src/workspace.ts';
import type { Installable } from './installable.ts';

/** The hosts that READMEs show, in their order: how `--print-config` calls them, and their names. */
export const hosts = {
  claude: 'Claude Desktop',
  'claude-code': 'Claude Code',
  vscode: 'VS Code',
  cursor: 'Cursor',
  codex: 'Codex',
  copilot: 'GitHub Copilot CLI',
  windsurf: 'Windsurf',
  antigravity: 'Antigravity',
  zed: 'Zed',
  gemini: 'Gemini CLI',
  opencode: 'OpenCode',
  kiro: 'Kiro',
  cline: 'Cline',
  continue: 'Continue',
  warp: 'Warp',
  lmstudio: 'LM Studio',
  jetbrains: 'JetBrains IDEs',
  goose: 'Goose',
} as const;

export type Host = keyof typeof hosts;

/** What is pasted, and where: the first line that the server writes to stderr. */
export interface HostConfig {
  readonly place: string;
  readonly text: string;
}

/** A server that takes itself for fetched by npx. */
export interface FetchedServer extends Disposable {
  /** Runs the server with these arguments and `--print-config`. */
  print(host: Host, args: readonly string[]): HostConfig;
}

/** Links the source of a server into a folder that looks like a cache of npx. */
export const fetchedServer = ({ id }: Installable): FetchedServer => {
  const folder = mkdtempSync(join(tmpdir(), 'fetched-'));
  const program = join(folder, '_npx/main.ts');
  mkdirSync(join(folder, '_npx'));
  symlinkSync(join(root, 'servers', id, 'src/main.ts'), program);
  return {
    print(host, args) {
      const all = [program, ...args, '--print-config', host];
      const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${id} --print-config ${host}: ${stderr}`);
      const [place = ''] = stderr.split('\n');
      return { place: place.replace(/:$/, ''), text: stdout.trimEnd() };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
};
