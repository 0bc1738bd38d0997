// Lines: draws the dots and lines next to the visible commits.
import type { ComponentChild } from 'preact';
import type { GraphRow } from './lanes.ts';

/** Row height in pixels, as in graph.css. */
export const ROW = 26;
/** Lane width in pixels, as in graph.css. */
const LANE = 14;
const RADIUS = 4;
const COLOURS = 6;
const colourOf = (lane: number): string => `var(--lane-${lane % COLOURS})`;

interface LinesProps {
  readonly rows: readonly GraphRow[];
  /** Range of rows to draw, excluding `end`. */
  readonly first: number;
  readonly end: number;
  readonly lanes: number;
}

/** Draws the graph. The rows give the same information as text. */
export const Lines = ({ rows, first, end, lanes }: LinesProps): ComponentChild => {
  const x = (lane: number): number => lane * LANE + LANE / 2 + 2;
  const y = (row: number): number => (row - first) * ROW + ROW / 2;
  const begin = Math.max(0, first - 1);
  const drawn = rows.slice(begin, end);
  const lines = drawn.flatMap(({ below }, at) =>
    below
      .filter(({ from, to }) => Math.min(from, to) < lanes)
      .map(({ lane, from, to }) => {
        const [upper, lower] = [y(begin + at), y(begin + at + 1)];
        const middle = (upper + lower) / 2;
        const path = `M${x(from)} ${upper}C${x(from)} ${middle} ${x(to)} ${middle} ${x(to)} ${lower}`;
        return <path key={`${begin + at} ${lane}`} d={path} stroke={colourOf(lane)} />;
      }),
  );
  const height = Math.max(0, end - first) * ROW;
  return (
    <svg aria-hidden="true" width={lanes * LANE + 4} height={height} style={{ top: `${first * ROW}px` }}>
      {lines}
      {drawn.map(({ dot }, at) => (
        <circle key={begin + at} cx={x(dot)} cy={y(begin + at)} r={RADIUS} fill={colourOf(dot)} />
      ))}
    </svg>
  );
};
