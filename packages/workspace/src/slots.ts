// The name of `Budget` in servers that only count places.
import { Budget } from './budget.ts';
export type { Turn } from './budget.ts';

/** Places for work. Without `most` one share may have all of them. */
export class Slots extends Budget {
  constructor(count: number, most = count, kept = 0) {
    super(count, most, kept);
  }
}
