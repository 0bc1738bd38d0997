// Medians and quartiles.

export interface Summary {
  readonly median: number;
  readonly p25: number;
  readonly p75: number;
  readonly samples: readonly number[];
}

function quantile(sorted: readonly number[], fraction: number): number {
  const position = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** Returns median and quartiles, or undefined if there are no samples. */
export function summarize(samples: readonly number[] | undefined): Summary | undefined {
  if (samples === undefined || samples.length === 0) return undefined;
  const sorted = samples.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), p25: quantile(sorted, 0.25), p75: quantile(sorted, 0.75), samples };
}

/** Divides sample by sample, because the machine drifts between rounds. */
export function ratios(samples: readonly number[], base: readonly number[]): readonly number[] {
  return samples.map((sample, index) => sample / (base[index] ?? Number.NaN));
}
