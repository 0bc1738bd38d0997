// routeOf: draws a foreign key. It curves in the gaps between columns of boxes and crosses a column between boxes.
import { BOX_WIDTH, GAP_X, GAP_Y, type Box } from './layout.ts';

/** The left edge of a box, and the middle of one of its rows. */
export type End = Omit<Box, 'height'>;

/**
 * Returns an SVG path that ends with an arrow at the target and crosses no box. `nth` spreads paths that share a gap.
 */
export const routeOf = (start: End, end: End, boxes: readonly Box[], nth: number): string => {
  // 0 within one column of boxes, where the path bends around the right edge.
  const direction = Math.sign(end.x - start.x);
  const step = direction * (BOX_WIDTH + GAP_X);
  const sideOf = (left: number, side: number): number => (side < 0 ? left : left + BOX_WIDTH);
  let [x, y] = [sideOf(start.x, direction < 0 ? -1 : 1), start.y];
  let path = `M${x} ${y}`;
  const curveTo = (toX: number, toY: number): void => {
    const bend = toX === x ? x + GAP_X * 0.6 : (x + toX) / 2;
    path += `C${bend} ${y} ${bend} ${toY} ${toX} ${toY}`;
    [x, y] = [toX, toY];
  };
  for (let left = start.x + step; left !== end.x; left += step) {
    const column = boxes.filter((box) => box.x === left);
    curveTo(sideOf(left, -direction), nearestGap(column, y, end.y) + ((nth % 5) - 2) * 3);
    path += `H${(x = sideOf(left, direction))}`;
  }
  curveTo(sideOf(end.x, direction > 0 ? -1 : 1), end.y);
  const back = direction > 0 ? -7 : 7;
  return `${path}m${back} -4L${x} ${y}l${back} 4`;
};

/** Returns the y coordinate of the gap in a column, or above or below it, with the shortest detour. */
const nearestGap = (column: readonly Box[], from: number, to: number): number => {
  const below = column.map(({ y, height }) => y + height + GAP_Y / 2);
  const gaps = [-GAP_Y / 2, ...below, Math.max(to, ...below)];
  const detour = (gap: number): number => Math.abs(gap - from) + Math.abs(gap - to);
  return gaps.reduce((best, gap) => (detour(gap) < detour(best) ? gap : best));
};
