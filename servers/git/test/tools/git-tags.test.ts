import { expect, test } from 'vitest';
import { ask, repository } from '../setup.ts';

test('git_tags lists the newest first, with what they point to', async () => {
  using dir = repository();
  const hash = dir.git('rev-parse', 'HEAD').trim();
  dir.git('tag', 'light');
  dir.git('tag', '--annotate', '--message', 'The first one', 'v1');
  const { structuredContent } = await ask(dir, 'git_tags');
  expect(structuredContent).toEqual({
    tags: expect.arrayContaining([
      { name: 'v1', hash, annotated: true, date: '2026-01-31T12:00:00+02:00', subject: 'The first one' },
      { name: 'light', hash, annotated: false, date: '2026-01-31T12:00:00+02:00', subject: 'first' },
    ]),
    total: 2,
  });
});
