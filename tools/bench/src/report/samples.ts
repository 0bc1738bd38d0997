// The samples of one measurement, by lane and column.
import { ratios } from './statistics.ts';

export class Samples {
  readonly #values = new Map<string, number[]>();

  add(lane: string, column: string, value: number): void {
    const key = `${lane}\n${column}`;
    const values = this.#values.get(key);
    if (values === undefined) this.#values.set(key, [value]);
    else values.push(value);
  }

  get(lane: string, column: string): readonly number[] | undefined {
    return this.#values.get(`${lane}\n${column}`);
  }

  /** The samples of a lane over those of its base, taken in the same rounds. */
  ratios(
    lane: string,
    column: string,
    base: { lane: string; column?: string },
  ): readonly number[] | undefined {
    const samples = this.get(lane, column);
    const baseSamples = this.get(base.lane, base.column ?? column);
    return samples === undefined || baseSamples === undefined ? undefined : ratios(samples, baseSamples);
  }
}
