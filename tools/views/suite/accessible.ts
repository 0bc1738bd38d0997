// Requirements for every page: axe finds nothing and nothing overflows, in both themes, wide and narrow.
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import type { Opened, useStage } from './stage.ts';

const require = createRequire(import.meta.url);

const BACKGROUNDS = { light: 'rgb(255, 255, 255)', dark: 'rgb(28, 28, 28)' };
const backgroundOf = (view: Frame): Promise<string> =>
  view.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** Returns the violations that axe finds, as `rule: selector`. */
const violationsIn = async (view: Frame): Promise<readonly string[]> => {
  await view.addScriptTag({ path: require.resolve('axe-core/axe.min.js') });
  const { violations } = await view.evaluate<AxeResults>('axe.run()');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
};

/** Returns by how many pixels a page is wider than its frame. */
export const overflowOf = (view: Frame): Promise<number> =>
  view.evaluate(() => document.body.scrollWidth - document.body.clientWidth);

/**
 * Returns the controls that a pointer cannot reach, because they cannot be scrolled into view or something covers them.
 */
export const unreachableIn = (view: Frame): Promise<readonly string[]> =>
  view.evaluate(async () => {
    const unreachable: string[] = [];
    for (const control of document.querySelectorAll('button, input, select, textarea, summary')) {
      if (!control.checkVisibility()) continue;
      control.scrollIntoView({ block: 'center', inline: 'nearest' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const { left, top, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (!control.contains(hit)) unreachable.push(control.outerHTML);
    }
    return unreachable;
  });

/** Expects a page to meet the requirements for every page. */
export const expectAccessible = async (view: Frame): Promise<void> => {
  expect(await violationsIn(view)).toEqual([]);
  await expect.poll(() => overflowOf(view)).toBe(0);
};

/** A page of a server, and the actions before it is checked. */
export interface Look {
  readonly show: Show;
  readonly act: (opened: Opened) => Promise<void>;
}

/** Pages to check, by description. */
export interface Looks {
  readonly [what: string]: Look;
}

/** Tests the requirements for every page, also after the host changes its theme. */
export const testAccessibility = (open: ReturnType<typeof useStage>, looks: () => Looks): void => {
  describe.each([
    ['light', 'dark', 900],
    ['dark', 'light', 320],
  ] as const)('in %s, then in %s, at a width of %i', (theme, next, width) => {
    test('axe finds nothing', async () => {
      for (const { show, act } of Object.values(looks())) {
        const opened = await open({ ...show, theme }, { width });
        const { page, view } = opened;
        await act(opened);
        await expect.poll(() => backgroundOf(view)).toBe(BACKGROUNDS[theme]);
        await expectAccessible(view);
        await page.getByRole('button', { name: 'Light or dark' }).click();
        await expect.poll(() => backgroundOf(view)).toBe(BACKGROUNDS[next]);
        await expectAccessible(view);
      }
    });
  });
};
