// `pnpm hosts [name…] [--save]`: installs the hosts, then tries them where there is no network but loopback.
import { execFileSync, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { claudeCode } from './hosts/claude-code.ts';
import { codex } from './hosts/codex.ts';
import { geminiCli } from './hosts/gemini-cli.ts';
import type { Host } from './hosts/host.ts';
import { opencode } from './hosts/opencode.ts';
import { installHost } from './installed-host.ts';
import { linesOf, saveResults, type Result } from './report.ts';
import { tryHost } from './trial.ts';

const HOSTS: readonly Host[] = [claudeCode, codex, geminiCli, opencode];

const write = (line: string): void => void process.stdout.write(`${line}\n`);

/** Starts this program again where only loopback can be reached, and where everything ends with it. */
const enterNamespaces = (): number => {
  const own = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const unshare = [process.getuid?.() === 0 ? [] : ['--map-root-user'], own].flat();
  const again = [process.execPath, import.meta.filename, '--inside', ...process.argv.slice(2)];
  try {
    execFileSync('unshare', [...unshare, 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
  } catch {
    write('There are no namespaces here, or no unshare and ip: the hosts can reach the network.');
    return spawnSync(process.execPath, again.slice(1), { stdio: 'inherit' }).status ?? 1;
  }
  const command = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...again];
  return spawnSync('unshare', [...unshare, ...command], { stdio: 'inherit' }).status ?? 1;
};

const tryAll = async (hosts: readonly Host[], save: boolean): Promise<number> => {
  const results: Record<string, Result> = {};
  for (const host of hosts) {
    const checks = await tryHost(host, installHost(host));
    for (const line of linesOf(host.title, checks)) write(line);
    const date = new Date().toISOString().slice(0, 10);
    results[host.title] = { version: host.version, date, checks };
  }
  if (save) saveResults(results);
  const all = Object.values(results).flatMap(({ checks }) => Object.values(checks));
  const failed = all.filter(({ passed }) => !passed).length;
  write(`${hosts.length} hosts, ${all.length - failed} checks passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
};

const options = {
  save: { type: 'boolean', default: false },
  inside: { type: 'boolean', default: false },
} as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const unknown = positionals.find((name) => HOSTS.every(({ installName }) => installName !== name));
if (unknown !== undefined)
  throw new Error(
    `There is no host ${unknown}, but: ${HOSTS.map(({ installName }) => installName).join(', ')}`,
  );
const chosen = HOSTS.filter(
  ({ installName }) => positionals.length === 0 || positionals.includes(installName),
);
if (!values.inside) for (const host of chosen) installHost(host);
process.exitCode = values.inside ? await tryAll(chosen, values.save) : enterNamespaces();
