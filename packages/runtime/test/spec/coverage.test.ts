// Coverage: every requirement has a test wherever it applies, or a reason for none.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { requirements } from './requirements/index.ts';
import { citationsOf } from './requirements/places.ts';
import type { Cited, Narrowing } from './requirements/places.ts';
import { allTransports } from './requirements/types.ts';

const cited: { readonly ids: Cited; readonly title: string; readonly narrowing: Narrowing }[] = [];

// The test files are run with a `verifies` that only takes notes. Their other tests are no citations. What is loaded
// here is not what the files of this process run with, so nothing is shared with them.
vi.resetModules();
vi.doMock('./harness.ts', () => ({
  verifies: (ids: Cited, title: string, _body: unknown, narrowing: Narrowing = {}) =>
    void cited.push({ ids, title, narrowing }),
}));
const ignored = Object.assign(() => {}, { each: () => () => {} });
vi.doMock('vitest', async (original) => ({ ...(await original()), describe: ignored, test: ignored }));

try {
  for (const folder of [import.meta.dirname, join(import.meta.dirname, '../http')]) {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const cites = name.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('verifies(');
      if (cites && name !== 'coverage.test.ts') await import(/* @vite-ignore */ path);
    }
  }
} finally {
  // Other files of this process would lose their tests.
  vi.doUnmock('./harness.ts');
  vi.doUnmock('vitest');
  vi.resetModules();
}

// Fails on an id that is unknown or left out, as `verifies` does in the files themselves.
const citations = cited.flatMap(({ ids, title, narrowing }) =>
  citationsOf(ids, narrowing).map((citation) => ({ ...citation, title })),
);

const placesOf = (
  ids: readonly string[],
  places: readonly { readonly revision: string; readonly transport: string }[],
): string[] =>
  ids.flatMap((id) => places.map(({ revision, transport }) => `${id} in ${revision} over ${transport}`));

describe('the requirements', () => {
  test('have a test on every transport in every revision where they apply', () => {
    const covered = new Set(citations.flatMap(({ ids, places }) => placesOf(ids, places)));
    const wanted = Object.entries(requirements).flatMap(([id, rule]) => {
      if ('leftOut' in rule) return [];
      const { transports = allTransports } = rule;
      return citationsOf(id, { transports }).flatMap(({ places }) => placesOf([id], places));
    });
    expect(wanted.length).toBeGreaterThan(1000);
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
