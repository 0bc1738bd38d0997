// Pages on narrow and wide screens, and enlarged: axe finds nothing, and nothing is wider than the page.
import { expect, test } from 'vitest';
import { expectAccessible, overflowOf, type Looks } from './accessible.ts';
import type { Opened, useStage } from './stage.ts';

/** In pixels: a phone, a side panel, a window at 200 % zoom, which halves its width, a window, and a wide one. */
export const WIDTHS = [360, 370, 480, 740, 1000] as const;

/** Of the host page, on both sides of the view. */
const MARGIN = 16;

/** Gives the view this width. */
export const setWidth = async ({ page, view }: Opened, width: number): Promise<void> => {
  await page.setViewportSize({ width: width + 2 * MARGIN, height: 700 });
  await expect.poll(() => view.evaluate(() => window.innerWidth)).toBe(width);
};

/** Axe takes seconds, ten times for each page. */
const TIME = { timeout: 240_000 };

/** Tests pages at all widths. */
export const testWidths = (open: ReturnType<typeof useStage>, looks: () => Looks): void =>
  test(`axe finds nothing, and nothing is cut off, at widths of ${WIDTHS.join(', ')}`, TIME, async () => {
    for (const { show, act } of Object.values(looks())) {
      const opened = await open(show);
      await act(opened);
      for (const width of WIDTHS) {
        await setWidth(opened, width);
        await expectAccessible(opened.view);
        expect(await overflowOf(opened.view), `at ${width}`).toBe(0);
      }
    }
  });
