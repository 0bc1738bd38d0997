// Chart: draws bars for categories or a line over time. The table has the same data as text.
import { Switch, Toolbar, useWidth, visible } from '@mcp/view';
import { scaleLinear, scaleUtc } from 'd3-scale';
import type { ComponentChild } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Rows } from './rows.ts';
import { toSeries, type Choices, type Point, type Series } from './series.ts';

interface ChartProps {
  readonly shown: Rows;
  readonly choices: Choices;
}

/** Renders a chart of the shown rows, with controls for its columns. */
export const Chart = ({ shown, choices }: ChartProps): ComponentChild => {
  const [across, setAcross] = useState<number>();
  const [up, setUp] = useState<number>();
  const [isClose, setIsClose] = useState(false);
  const [x, y] = [pick(choices.across, across), pick(choices.up, up)];
  const series = useMemo(() => toSeries(shown.rows, x, y), [shown, x, y]);
  const name = (at: number): string => visible(shown.columns[at] ?? '') || '(no name)';
  const about = `${series.isSum ? 'Sum of ' : ''}${name(y)} by ${name(x)}`;
  const isLine = series.kind === 'line';
  return (
    <div>
      <Toolbar label="Chart">
        <Choice label="Number" columns={choices.up} chosen={y} name={name} choose={setUp} />
        <Choice label="By" columns={choices.across} chosen={x} name={name} choose={setAcross} />
        {isLine && <Switch label="From the minimum" isOn={isClose} flip={() => setIsClose(!isClose)} />}
      </Toolbar>
      <figure>
        <figcaption>
          <bdi>{about}</bdi>
          {series.left > 0 && <span class="remark"> – without {series.left} smaller ones</span>}
        </figcaption>
        {series.points.length === 0 ? (
          <p>There is nothing to draw.</p>
        ) : (
          <div role="img" aria-label={`${about}. ${rangeOf(series)}`}>
            {isLine ? <Line points={series.points} isClose={isClose} /> : <Bars points={series.points} />}
          </div>
        )}
      </figure>
    </div>
  );
};

/** Defaults to the first column, the best guess. */
const pick = (columns: readonly number[], wanted: number | undefined): number =>
  wanted !== undefined && columns.includes(wanted) ? wanted : (columns[0] ?? 0);

const written = (value: number): string => {
  const size = Math.abs(value);
  // Avoids hundreds of zeros.
  const isOdd = size >= 1e15 || (size > 0 && size < 1e-6);
  const notation = isOdd ? 'scientific' : 'standard';
  return value.toLocaleString('en', { maximumSignificantDigits: 6, notation });
};

const rangeOf = ({ points, kind }: Series): string => {
  const values = points.map(({ value }) => value);
  const range = `from ${written(Math.min(...values))} to ${written(Math.max(...values))}`;
  return `${points.length} ${kind === 'bars' ? 'bars' : 'points'}, ${range}. The table has the values.`;
};

interface ChoiceProps {
  readonly label: string;
  readonly columns: readonly number[];
  readonly chosen: number;
  readonly name: (at: number) => string;
  readonly choose: (at: number) => void;
}

const Choice = ({ label, columns, chosen, name, choose }: ChoiceProps): ComponentChild => (
  <label>
    {label}{' '}
    <select value={chosen} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
      {columns.map((at) => (
        <option key={at} value={at}>
          {name(at)}
        </option>
      ))}
    </select>
  </label>
);

const percent = (part: number): string => `${Math.round(part * 10_000) / 100}%`;

const Bars = ({ points }: { readonly points: readonly Point[] }): ComponentChild => {
  const scale = scaleLinear()
    .domain([
      Math.min(0, ...points.map(({ value }) => value)),
      Math.max(0, ...points.map(({ value }) => value)),
    ])
    .nice();
  const zero = scale(0);
  return (
    <div class="bars">
      {points.map(({ label, value }) => {
        const at = scale(value);
        const style = { insetInlineStart: percent(Math.min(zero, at)), width: percent(Math.abs(at - zero)) };
        return (
          <div key={label} class="row">
            <bdi class="label cut" title={visible(label)}>
              {visible(label)}
            </bdi>
            <div class="track">
              <div class="bar" style={style} />
            </div>
            <span class="value">{written(value)}</span>
          </div>
        );
      })}
    </div>
  );
};

const HEIGHT = 260;
// The right margin fits half of the longest month name.
const MARGIN = { top: 8, right: 32, bottom: 22, left: 64 };

interface LineProps {
  readonly points: readonly Point[];
  /** Whether the axis starts at the smallest number instead of 0, to make small changes visible. */
  readonly isClose: boolean;
}

const Line = ({ points, isClose }: LineProps): ComponentChild => {
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(160, useWidth(frame));
  const values = points.map(({ value }) => value);
  const base = isClose ? [] : [0];
  const times = points.map(({ time = 0 }) => time);
  const x = scaleUtc()
    .domain([Math.min(...times), Math.max(...times)])
    .range([MARGIN.left, width - MARGIN.right]);
  const y = scaleLinear()
    .domain([Math.min(...base, ...values), Math.max(...base, ...values)])
    .nice()
    .range([HEIGHT - MARGIN.bottom, MARGIN.top]);
  const toX = x.tickFormat();
  const path = points.map(({ time = 0, value }) => `${x(time).toFixed(1)},${y(value).toFixed(1)}`);
  return (
    <div ref={frame}>
      <svg width={width} height={HEIGHT} aria-hidden="true">
        {y.ticks(5).map((tick) => (
          <g key={tick} transform={`translate(0,${y(tick)})`}>
            <line class="grid" x1={MARGIN.left} x2={width - MARGIN.right} />
            <text x={MARGIN.left - 6} dy="0.32em" text-anchor="end">
              {written(tick)}
            </text>
          </g>
        ))}
        {x.ticks(Math.max(2, Math.floor(width / 110))).map((tick) => (
          <text key={+tick} x={x(tick)} y={HEIGHT - 4} text-anchor="middle">
            {toX(tick)}
          </text>
        ))}
        <polyline class="line" points={path.join(' ')} />
        {points.length <= 100 &&
          points.map(({ label, time = 0, value }) => (
            <circle key={label} class="point" cx={x(time)} cy={y(value)} r={3} />
          ))}
      </svg>
    </div>
  );
};
