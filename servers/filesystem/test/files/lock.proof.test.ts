// Lock: servers that edit one file never overwrite an edit that another reported as done.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporary } from '../setup.ts';

const SCRIPT = fileURLToPath(new URL('editing.ts', import.meta.url));
const COUNT = 60;

const startEditor = async (root: string, name: string, anchoring: string) => {
  const child = spawn(process.execPath, [SCRIPT, root, name, `${COUNT}`, anchoring], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { go: () => child.stdin.write('go'), made: text(child.stdout) };
};

test.each(['descriptor', 'checked'])(
  'no edit that a server reports is lost, held by %s',
  { timeout: 120_000 },
  async (anchoring) => {
    const linesOf = (name: string): string[] => Array.from({ length: COUNT }, (_, i) => `${name}${i} old\n`);
    using dir = temporary({ 'a.txt': ['a', 'b', 'c'].flatMap(linesOf).join('') });
    const editors = await Promise.all(['a', 'b', 'c'].map((name) => startEditor(dir.path, name, anchoring)));
    for (const { go } of editors) go();
    const made = (await Promise.all(editors.map((editor) => editor.made))).flatMap(
      (json) => JSON.parse(json) as string[],
    );
    expect(made).toHaveLength(3 * COUNT);
    const content = dir.text('a.txt');
    expect(made.filter((line) => !content.includes(`${line} new\n`))).toEqual([]);
    expect(dir.names()).toEqual(['a.txt']);
  },
);
