// Checked open: the strongest attack shows the real directory whenever a real path is requested, and a link to the
// outside at all other times.
import { realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { filesIn, temporary } from './setup.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('reads nothing outside through a path whose directory is swapped between all checks', async () => {
  using world = temporary({ 'root/dir/secret.txt': 'inside', 'outside/secret.txt': 'secret' });
  const files = filesIn([world.at('root')], { anchoring: 'checked' });
  const read = () => files.read('dir/secret.txt', async (file) => String((await file.read(0, 100)).bytes));
  expect(await read()).toBe('inside');
  const [directory, away] = [world.at('root/dir'), world.at('root/away')];
  const realPath = realpathSync.native;
  let isLink = false;
  vi.spyOn(realpathSync, 'native').mockImplementation((path) => {
    if (isLink) {
      rmSync(directory);
      renameSync(away, directory);
    }
    try {
      return realPath(path);
    } finally {
      renameSync(directory, away);
      symlinkSync(world.at('outside'), directory);
      isLink = true;
    }
  });
  await expect(read()).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:access_denied|changed|not_found)$/),
  });
});
