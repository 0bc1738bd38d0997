// Samples of one measurement, by lane and column.
import { ratios } from './statistics.ts';

/** Samples, or undefined if nothing was measured. */
export type Values = readonly number[] | undefined;

export class Samples {
  readonly #values = new Map<string, number[]>();

  add(lane: string, column: string, value: number): void {
    const key = `${lane}\n${column}`;
    const values = this.#values.get(key);
    if (values === undefined) this.#values.set(key, [value]);
    else values.push(value);
  }

  get(lane: string, column: string): Values {
    return this.#values.get(`${lane}\n${column}`);
  }

  /** Returns the samples of a lane divided by those of its base from the same rounds. */
  ratios(lane: string, column: string, base: { lane: string; column?: string }): Values {
    const [samples, least] = [this.get(lane, column), this.get(base.lane, base.column ?? column)];
    return samples === undefined || least === undefined ? undefined : ratios(samples, least);
  }
}
