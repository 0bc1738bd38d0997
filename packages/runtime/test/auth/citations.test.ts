// Citations: the titles of these tests name exactly the requirements tested with tokens.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requirements } from '../spec/requirements/index.ts';
import { testedWithTokens } from '../spec/requirements/types.ts';

test('tests name every such requirement and no other', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  const texts = files.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
  const cited = texts.flatMap((text) => [...text.matchAll(/\[([A-Z]+-\w+(?:, [A-Z]+-\w+)*)\]'/g)]);
  const ids = new Set(cited.flatMap(([, list = '']) => list.split(', ')));
  const wanted = Object.entries(requirements).filter(
    ([, rule]) => 'leftOut' in rule && rule.leftOut === testedWithTokens,
  );
  expect([...ids].toSorted()).toEqual(wanted.map(([id]) => id).toSorted());
});
