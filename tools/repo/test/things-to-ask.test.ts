// The page "Twenty things to ask" shows real calls and the flags that they need.
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { partIn } from '../src/readme-table.ts';
import { allThings, Playground, show } from '../src/things-to-ask/play.ts';
import { root } from '../src/workspace.ts';

const page = join(root, 'tools/site/guide/things-to-ask.md');
const every = allThings.flatMap(({ things }) => things);

test('the page has twenty things', () => {
  expect(new Set(every.map(({ say }) => say)).size).toBe(20);
});

describe.each(allThings)('$title', (group) => {
  const playground = new Playground(group);
  afterAll(() => playground[Symbol.asyncDispose]());

  test('the page shows what happens', { timeout: 120_000 }, async () => {
    const shown: string[] = [];
    for (const thing of group.things) {
      const said = await playground.play(thing, thing.turnOn ?? []);
      shown.push(show(every.indexOf(thing) + 1, thing, said));
    }
    const made = shown.join('\n\n');
    expect(partIn(page, group.server, made)).toBe(made);
  });

  const needy = group.things.filter(({ turnOn = [] }) => turnOn.length > 0);
  test.skipIf(needy.length === 0).each(needy)('"$say" fails without what it turns on', async (thing) => {
    await expect(playground.play(thing, [])).rejects.toThrow(new RegExp(thing.calls.at(-1)?.[0] ?? '-'));
  });
});
