// Every requirement has a test in every place where it applies, or a reason to have none.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { requirements } from './requirements/index.ts';
import { exists, placesOf } from './requirements/places.ts';
import type { Narrowing } from './requirements/places.ts';
import { allTransports } from './requirements/types.ts';

const citations: {
  readonly ids: readonly string[];
  readonly title: string;
  readonly narrowing: Narrowing;
}[] = [];

// The test files are run with a `verifies` that only takes notes. Their other tests are no citations. What is loaded here
// is not what the files of this process run with, so nothing is shared with them.
vi.resetModules();
vi.doMock('./harness.ts', () => ({
  verifies: (ids: string | readonly string[], title: string, _body: unknown, narrowing: Narrowing = {}) =>
    void citations.push({ ids: typeof ids === 'string' ? [ids] : ids, title, narrowing }),
}));
const ignored = Object.assign(() => {}, { each: () => () => {} });
vi.doMock('vitest', async (original) => ({ ...(await original()), describe: ignored, test: ignored }));

for (const folder of [import.meta.dirname, join(import.meta.dirname, '../http')]) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const cites = name.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('verifies(');
    if (cites && name !== 'coverage.test.ts') await import(/* @vite-ignore */ path);
  }
}

vi.doUnmock('./harness.ts');
vi.doUnmock('vitest');
vi.resetModules();

const known = citations.map(({ ids, ...rest }) => ({ ...rest, ids: ids.filter((id) => id in requirements) }));
const covered = new Set(
  known.flatMap(({ ids, narrowing }) => {
    const { revisions, transports } = placesOf(
      ids.filter((id) => !isLeftOut(id)),
      narrowing,
    );
    return ids.flatMap((id) =>
      revisions.flatMap((revision) =>
        transports
          .filter((transport) => exists(revision, transport))
          .map((transport) => `${id} in ${revision} over ${transport}`),
      ),
    );
  }),
);

function isLeftOut(id: string): boolean {
  const rule = requirements[id];
  return rule !== undefined && 'leftOut' in rule;
}

describe('the requirements', () => {
  test('are known when a test cites them', () => {
    expect(citations.flatMap(({ ids }) => ids).filter((id) => !(id in requirements))).toEqual([]);
  });

  test('are not left out when a test cites them', () => {
    expect(citations.flatMap(({ ids }) => ids).filter(isLeftOut)).toEqual([]);
  });

  test('have a test on every transport in every revision where they apply', () => {
    const wanted = Object.entries(requirements).flatMap(([id, rule]) => {
      if ('leftOut' in rule) return [];
      const transports = rule.transports ?? allTransports;
      return rule.revisions.flatMap((revision) =>
        transports
          .filter((transport) => exists(revision, transport))
          .map((transport) => `${id} in ${revision} over ${transport}`),
      );
    });
    expect(wanted.filter((place) => !covered.has(place))).toEqual([]);
  });

  test('have a reason when they are left out', () => {
    const reasons = Object.values(requirements).map((rule) => ('leftOut' in rule ? rule.leftOut : 'kept'));
    expect(reasons.filter((reason) => reason.length === 0)).toEqual([]);
  });

  test('have tests of different titles', () => {
    const titles = citations.map(({ ids, title }) => `${ids.join()} ${title}`);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});
