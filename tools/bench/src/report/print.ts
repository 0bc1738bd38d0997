// The report as text: tables with medians and quartiles, then the aims.
import type { Aim, Row, Table } from './section.ts';
import type { Summary } from './statistics.ts';

export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 10_000) return `${Math.round(value / 1000)}k`;
  if (size >= 100) return value.toFixed(0);
  return value.toFixed(size >= 10 ? 1 : 2);
}

export function formatSummary(summary: Summary | undefined): string {
  if (summary === undefined) return '–';
  const median = formatNumber(summary.median);
  if (summary.samples.length < 2) return median;
  return `${median} (${formatNumber(summary.p25)}–${formatNumber(summary.p75)})`;
}

function toLines(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}

export function formatTable({ title, unit, columns, rows }: Table): string {
  const head = [unit === '' ? '' : `in ${unit}`, ...columns];
  const body = rows.map(({ name, cells }: Row) => [name, ...cells.map(formatSummary)]);
  const lines = toLines([head, ...body]);
  const width = Math.max(title.length, ...lines.map((line) => line.length));
  return [title, '─'.repeat(width), ...lines, ''].join('\n');
}

export function isMet({ measured, most }: Aim): boolean | undefined {
  return measured === undefined ? undefined : measured.median <= most;
}

export function formatAims(aims: readonly Aim[]): string {
  const verdicts = { true: 'met', false: 'NOT MET', undefined: 'not measured' };
  const rows = aims.map((aim) => [aim.text, formatSummary(aim.measured), verdicts[`${isMet(aim)}`]]);
  return ['Aims', ...toLines([['', 'measured', ''], ...rows]), ''].join('\n');
}
