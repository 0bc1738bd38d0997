// Two servers on one tree: what one of them reports as done, the other does not undo.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { lockDirectory } from '../../src/files/lock.ts';
import { hold } from '../../src/sandbox/anchor.ts';
import { LOCK_NAME } from '../../src/sandbox/temporary-name.ts';
import { filesIn, temporary } from '../setup.ts';

const SCRIPT = fileURLToPath(new URL('editing.ts', import.meta.url));
const COUNT = 60;

const startEditor = async (root: string, name: string, anchoring: string) => {
  const child = spawn(process.execPath, [SCRIPT, root, name, `${COUNT}`, anchoring], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { go: () => child.stdin.write('go'), made: text(child.stdout) };
};

describe.each(['descriptor', 'checked'] as const)('held by %s', (anchoring) => {
  test('no edit that a server reports is lost', { timeout: 120_000 }, async () => {
    const linesOf = (name: string): string[] => Array.from({ length: COUNT }, (_, i) => `${name}${i} old\n`);
    using dir = temporary({ 'a.txt': ['a', 'b', 'c'].flatMap(linesOf).join('') });
    const editors = await Promise.all(['a', 'b', 'c'].map((name) => startEditor(dir.path, name, anchoring)));
    for (const { go } of editors) go();
    const made = (await Promise.all(editors.map((editor) => editor.made))).flatMap(
      (json) => JSON.parse(json) as string[],
    );
    expect(made).toHaveLength(3 * COUNT);
    const content = readFileSync(dir.at('a.txt'), 'utf8');
    expect(made.filter((line) => !content.includes(`${line} new\n`))).toEqual([]);
    expect(readdirSync(dir.path)).toEqual(['a.txt']);
  });

  test('a lock that a killed process left behind is taken away', { timeout: 20_000 }, async () => {
    using dir = temporary({ 'a.txt': 'old', [LOCK_NAME]: '' });
    const files = filesIn([dir.path], { anchoring });
    await Promise.all([files.write('a.txt', 'new'), files.write('b.txt', 'new')]);
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('new');
    expect(readdirSync(dir.path).toSorted()).toEqual(['a.txt', 'b.txt']);
  });

  test('who lost the lock finds out before it changes anything', async () => {
    using dir = temporary();
    using anchor = hold(anchoring, dir.path, 'hold');
    {
      using lock = await lockDirectory(anchor);
      lock.check();
      expect(readdirSync(dir.path)).toEqual([LOCK_NAME]);
      writeFileSync(dir.at('other'), '');
      // Another server took it for one that was left behind, and made its own.
      renameSync(dir.at('other'), dir.at(LOCK_NAME));
      expect(() => lock.check()).toThrow('ELOOP');
    }
    // It is not the one to take that away.
    expect(readdirSync(dir.path)).toEqual([LOCK_NAME]);
  });
});
