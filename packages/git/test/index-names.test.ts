// Names in an index: which ones are below the top level.
import { expect, test } from 'vitest';
import { isBelow } from '../src/view/index-names.ts';

test.each(['a', 'a/b', '.gitmodules', '.gitignore/x', 'x.git', 'git~2', '...', 'a..', '~'])(
  '%s is below',
  (name) => {
    expect(isBelow(name)).toBe(true);
  },
);
