// Which change is in force in this process, and which ones the running test came across.
import type { Mutant } from './instrument.ts';

// A loop that a change has made endless comes across changes all the time.
const MOST_ENCOUNTERS = 500_000;

/** What instrumented modules find as `globalThis.mutation`. */
export class Mutation {
  readonly mutants = new Map<string, Mutant>();
  readonly met = new Set<string>();
  active: string | undefined;
  #encounters = 0;

  /** Called by a module when it is loaded: with its mutants, for the function that asks whether one is in force. */
  readonly register = (mutants: readonly Mutant[]): ((index: number) => boolean) => {
    for (const mutant of mutants) this.mutants.set(mutant.id, mutant);
    const ids = mutants.map(({ id }) => id);
    return (index) => {
      const id = ids[index] ?? '';
      if (this.active === undefined) this.met.add(id);
      else if (++this.#encounters > MOST_ENCOUNTERS) throw new Error(`endless with ${this.active}`);
      return id === this.active;
    };
  };

  /** Puts a mutant into force, or none. */
  activate(id: string | undefined): void {
    this.active = id;
    this.#encounters = 0;
  }
}
