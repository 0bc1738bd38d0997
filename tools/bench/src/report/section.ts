// What a measurement hands to the report: tables of cells, and whether our aims are met.
import type { Summary } from './statistics.ts';

export interface Table {
  readonly title: string;
  readonly unit: '×' | 'ms' | 'µs' | 'MB' | 'kB' | '/s' | '';
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export interface Row {
  readonly name: string;
  /** One for each column; none where the lane does not have what the column measures. */
  readonly cells: readonly (Summary | undefined)[];
}

export interface Aim {
  readonly text: string;
  readonly measured: Summary | undefined;
  readonly most: number;
}

export interface Section {
  readonly name: string;
  readonly tables: readonly Table[];
  readonly aims: readonly Aim[];
}
