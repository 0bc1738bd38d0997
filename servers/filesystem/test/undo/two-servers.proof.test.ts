// Two servers of one user in one directory: neither disturbs or undoes changes of the other, even in separate process
// namespaces.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { callBy, codeOf, connectTo, serve, temporary } from '../setup.ts';

const SCRIPT = fileURLToPath(new URL('noisy-server.ts', import.meta.url));
const COUNT = 60;
const ROUNDS = 4;

afterEach(() => vi.useRealTimers());

const OWN_PROCESSES = ['bwrap', '--dev-bind', '/', '/', '--unshare-pid', '--proc', '/proc'] as const;

const hasNamespaces = ((): boolean => {
  try {
    const [program, ...args] = OWN_PROCESSES;
    execFileSync(program, [...args, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const startNoise = async (root: string, prefix: readonly string[]) => {
  const [program, ...args] = [...prefix, process.execPath, SCRIPT, root, 'f0.txt'];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'readable');
  const said = text(child.stdout);
  return async (): Promise<unknown> => {
    child.stdin.end();
    return JSON.parse(await said);
  };
};

test.skipIf(!hasNamespaces).each([
  ['with the same process numbers', []],
  ['with process numbers of its own', OWN_PROCESSES],
] as const)(
  'a server %s disturbs no change and no undo, not even an hour later (skipped without bubblewrap)',
  { timeout: 120_000 },
  async (_title, prefix) => {
    const names = Array.from({ length: COUNT }, (_, i) => `f${i}.txt`);
    using dir = temporary(Object.fromEntries(names.map((name) => [name, `word ${name}`])));
    const contents = (): string[] => names.map((name) => dir.text(name));
    const [before, after] = ['word', 'text'].map((word) => names.map((name) => `${word} ${name}`));
    await using client = await connectTo(serve([dir.path]));
    vi.useFakeTimers({ toFake: ['Date'] });
    const end = await startNoise(dir.path, prefix);
    for (let round = 0; round < ROUNDS; round++) {
      const made = await callBy(client, 'replace_in_files', { find: 'word', replace: 'text', glob: 'f*' });
      expect([codeOf(made), contents()]).toEqual([undefined, after]);
      vi.setSystemTime(Date.now() + 3_600_000);
      const undone = await callBy(client, 'undo_last_change', {});
      expect([codeOf(undone), contents()]).toEqual([undefined, before]);
    }
    await callBy(client, 'replace_in_files', { find: 'word', replace: 'text', glob: 'f*' });
    expect(await end()).toEqual({
      writes: expect.any(Number),
      codes: ['undefined'],
      foreign: 'nothing_to_undo',
      own: 'undefined',
    });
    expect([contents(), dir.names().length]).toEqual([after, COUNT + 1]);
  },
);
