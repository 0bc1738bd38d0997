// Names in an index: those below the top level.
import { expect, test } from 'vitest';
import { isBelow } from '../src/view/index-names.ts';

test.each(['a', 'a/b', '.gitmodules', '.gitignore/x', 'x.git', 'git~2', '...', 'a..', '~'])(
  '%s is below',
  (name) => {
    expect(isBelow(name)).toBe(true);
  },
);
