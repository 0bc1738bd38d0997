import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { copy } from '../src/files/copy.ts';
import { filesIn, temporary } from './setup.ts';

test.each(['descriptor', 'checked'] as const)(
  'does not follow links that replace entries being copied, held by %s',
  async (anchoring) => {
    using dir = temporary({
      'a/1.txt': 'one',
      'a/2.txt': 'two',
      'a/sub/3.txt': 'three',
      'other/3.txt': 'other',
    });
    const copied = await copy(filesIn([dir.path], { anchoring }), {
      source: 'a',
      destination: 'b',
      overwrite: false,
      recursive: true,
      signal: new AbortController().signal,
      onProgress: (count) => {
        if (count > 1) return;
        rmSync(dir.at('a/2.txt'));
        dir.link('../other/3.txt', 'a/2.txt');
        rmSync(dir.at('a/sub'), { recursive: true });
        dir.link('../other', 'a/sub');
      },
    });
    expect(copied).toMatchObject({
      ...{ files: 1, failed: 2 },
      errors: [
        { path: 'a/2.txt', message: `${dir.at('a/2.txt')} changed while it was copied.` },
        { path: 'a/sub', message: `${dir.at('a/sub')} changed while it was copied.` },
      ],
    });
    expect(dir.text('b/1.txt')).toBe('one');
    for (const name of ['b/2.txt', 'b/sub']) expect(dir.has(name)).toBe(false);
  },
);
