// `pnpm hosts [name…] [--save]`: installs the hosts, then tries them with no network except loopback.
import { spawnSync } from 'node:child_process';
import { findHosts } from './hosts/hosts.ts';
import { installHost, UnreachableError } from './installed-host.ts';
import { saveResults } from './report.ts';
import { tryHost } from './trial.ts';

const words = process.argv.slice(2);
const hosts = findHosts(words.filter((word) => !['--save', '--inside'].includes(word)));

/** Restarts this program in namespaces where only loopback is reachable and all its processes end with it. */
const enterNamespaces = (): number => {
  const user = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const unshare = [...user, '--net', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c'];
  const start = (file: string, args: readonly string[]): number =>
    spawnSync(file, args, { stdio: 'inherit' }).status ?? 1;
  const again = [import.meta.filename, '--inside', ...words];
  if (start('unshare', [...unshare, 'ip link set lo up']) === 0)
    return start('unshare', [...unshare, 'ip link set lo up && exec "$@"', 'sh', process.execPath, ...again]);
  console.log('There are no namespaces here, or no unshare and ip: the hosts can reach the network.');
  return start(process.execPath, again);
};

const tryAll = async (save: boolean): Promise<number> => {
  let failed = 0;
  for (const host of hosts) {
    const checks = await tryHost(host, installHost(host));
    for (const [name, { passed, detail }] of Object.entries(checks)) {
      if (!passed) failed++;
      console.log(`${passed ? 'ok  ' : 'FAIL'}  ${host.title}, ${name}: ${detail}`);
    }
    if (save) saveResults(host, checks);
  }
  console.log(`${hosts.length} hosts, ${failed} checks failed`);
  return failed === 0 ? 0 : 1;
};

const installAndTry = (): number => {
  try {
    for (const host of hosts) installHost(host);
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    console.log(`The hosts are not tried: ${error.message}`);
    // `.ci/run` counts this exit code as skipped.
    return 69;
  }
  return enterNamespaces();
};

process.exitCode = words.includes('--inside') ? await tryAll(words.includes('--save')) : installAndTry();
