// Pages at several widths and enlarged: axe finds nothing, nothing is cut off, all controls are reachable.
import { expect, test } from 'vitest';
import { expectAccessible, overflowOf, unreachableIn, type Looks } from './accessible.ts';
import type { Opened, useStage } from './stage.ts';

/** Widths in pixels: a phone, a side panel, a window, and a wide one. */
export const WIDTHS = [360, 480, 740, 1000] as const;

/** Windows of 740 and 1,000 pixels at 200 % zoom: half as wide, with two screen pixels per page pixel. */
const ENLARGED = [370, 500] as const;

/** All windows. `scale` is the number of screen pixels per page pixel. */
export const WINDOWS = [
  ...WIDTHS.map((width) => ({ width, scale: 1 })),
  ...ENLARGED.map((width) => ({ width, scale: 2 })),
];

/** The margin of the host page on both sides of the view, in pixels. */
export const MARGIN = 16;

/** Sets the width of the view. */
export const setWidth = async ({ page, view }: Opened, width: number): Promise<void> => {
  await page.setViewportSize({ width: width + 2 * MARGIN, height: 700 });
  await expect.poll(() => view.evaluate(() => window.innerWidth)).toBe(width);
};

/** Axe takes seconds and runs twelve times for each page. */
const TIME = { timeout: 300_000 };

/** Tests pages in all windows. */
export const testWidths = (open: ReturnType<typeof useStage>, looks: () => Looks): void =>
  test.each([
    [1, WIDTHS],
    [2, ENLARGED],
  ])(
    'axe finds nothing, and nothing is cut off, at a scale of %i and widths of %j',
    TIME,
    async (scale, widths) => {
      for (const { show, act } of Object.values(looks())) {
        const opened = await open(show, { scale });
        const { view } = opened;
        await act(opened);
        expect(await view.evaluate(() => devicePixelRatio)).toBe(scale);
        for (const width of widths) {
          await setWidth(opened, width);
          await expectAccessible(view);
          expect(await overflowOf(view), `at ${width}`).toBe(0);
          expect(await unreachableIn(view), `at ${width}`).toEqual([]);
        }
      }
    },
  );
