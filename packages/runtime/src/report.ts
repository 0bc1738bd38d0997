// Reports for the operator: one line of JSON each on stderr.
import type { Report } from './conversation/host.ts';

/** How severe a report is. */
export type ReportLevel = Report['level'];

const RANKS: Record<ReportLevel, number> = { debug: 0, warning: 1, error: 2 };

/** Writes a report of at least this level, with the time in ISO 8601 and the stack of its error. */
export function reportToStderr({ error, ...report }: Report, least: ReportLevel = 'warning'): void {
  if (RANKS[report.level] < RANKS[least]) return;
  const detail = error instanceof Error ? (error.stack ?? error.message) : error;
  // console.error writes to stderr wherever JavaScript runs; stdout belongs to the protocol.
  console.error(JSON.stringify({ time: new Date().toISOString(), ...report, error: detail }));
}
