// Locks: two servers on one tree never undo each other's completed changes.
import { renameSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { LOCK_NAME } from '../src/sandbox/names.ts';
import { anchorAt } from '../src/sandbox/anchoring.ts';
import { lockDirectory } from '../src/files/locks.ts';
import { filesIn, temporary } from './setup.ts';

describe.each(['descriptor', 'checked'] as const)('held by %s', (anchoring) => {
  test('the lock of a killed process is removed', async () => {
    using dir = temporary({ 'a.txt': 'old', [LOCK_NAME]: '' });
    const now = performance.now.bind(performance);
    using _ = vi.spyOn(performance, 'now').mockImplementation(() => 20 * now());
    const files = filesIn([dir.path], { anchoring });
    await Promise.all([files.write('a.txt', 'new'), files.write('b.txt', 'new')]);
    expect(dir.text('a.txt')).toBe('new');
    expect(dir.names()).toEqual(['a.txt', 'b.txt']);
  });

  test('a directory with the name of the lock has no effect', async () => {
    using dir = temporary({ [`${LOCK_NAME}/x`]: '' });
    await filesIn([dir.path], { anchoring }).write('a.txt', 'new');
    expect(dir.names()).toEqual([LOCK_NAME, 'a.txt']);
    expect(dir.text('a.txt')).toBe('new');
  });

  test('a process that lost its lock notices before changing anything', async () => {
    using dir = temporary();
    using anchor = anchorAt(anchoring, dir.path, 'nofollow');
    {
      using lock = await lockDirectory(anchor);
      lock.check();
      expect(dir.names()).toEqual([LOCK_NAME]);
      dir.write('other', '');
      // Another server considered it stale and made its own.
      renameSync(dir.at('other'), dir.at(LOCK_NAME));
      expect(() => lock.check()).toThrow('ELOOP');
    }
    // The loser must not remove it.
    expect(dir.names()).toEqual([LOCK_NAME]);
  });
});
