// What a revision can express inside params and results, beyond methods (`methods.ts`) and members (`shapes.ts`).
import { isSince, type Revision } from './revisions.ts';

const SINCE = {
  /** Sound in sampling messages. */
  samplingAudio: '2025-03-26',
  /** Several blocks in one sampling message, and tools. */
  samplingBlocks: '2025-11-25',
  /** The capability `sampling.context` governs `includeContext`. */
  samplingContext: '2025-11-25',
  /** The header MCP-Protocol-Version over HTTP. */
  versionHeader: '2025-06-18',
  /** Forms. */
  form: '2025-06-18',
  /** Elicitation modes are negotiated one by one, and there are URLs. */
  elicitationModes: '2025-11-25',
  /** Events without data, and coming back for the answer to a POST (of the revisions with sessions). */
  polling: '2025-11-25',
  /** Defaults of every type, titled choices and lists of choices in forms. */
  richForms: '2025-11-25',
} as const satisfies Record<string, Revision>;

/** Tells whether a revision can express something. */
export function can(revision: Revision, ability: keyof typeof SINCE): boolean {
  return isSince(revision, SINCE[ability]);
}
