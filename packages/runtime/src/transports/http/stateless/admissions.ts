// Admissions: the places for calls whose requests stand alone. Each client has as many as one connection elsewhere.
import { Admission, type AdmissionLimits } from '../../../limits/admission.ts';
import type { Exchange } from '../edge/exchange.ts';
import { clientOf } from '../entry/client-limits.ts';

const MAX_ADMISSIONS = 10_000;

/** The places of all clients of one endpoint. */
export class Admissions {
  readonly #limits: AdmissionLimits;
  readonly #byClient = new Map<string, Admission>();

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /** Those of the client that sends a request. */
  of(exchange: Exchange): Admission {
    const client = clientOf(exchange);
    const known = this.#byClient.get(client);
    if (known !== undefined) return known;
    if (this.#byClient.size >= MAX_ADMISSIONS) this.#forgetIdle();
    const admission = new Admission(this.#limits);
    this.#byClient.set(client, admission);
    return admission;
  }

  // One without calls is as good as a new one.
  #forgetIdle(): void {
    for (const [client, { isIdle }] of this.#byClient) if (isIdle) this.#byClient.delete(client);
  }
}
