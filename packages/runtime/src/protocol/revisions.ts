// The five protocol revisions, in order, the two eras that they belong to, and what each can express.
/** Every revision served, oldest first. */
export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

/** A protocol revision: the date that names it on the wire. */
export type Revision = (typeof REVISIONS)[number];

/** The stateless revisions: every request names its revision and the client's capabilities. */
export const MODERN_REVISIONS = ['2026-07-28'] as const satisfies readonly Revision[];

/** A stateless revision. */
export type ModernRevision = (typeof MODERN_REVISIONS)[number];

/** A stateful revision, negotiated once by `initialize`. */
export type LegacyRevision = Exclude<Revision, ModernRevision>;

/** The stateful revisions: negotiated once, then kept by the session. */
export const LEGACY_REVISIONS: readonly LegacyRevision[] = REVISIONS.filter((revision) => isLegacy(revision));

/** The newest stateless revision. */
export const LATEST_REVISION: ModernRevision = '2026-07-28';

/** The newest revision that `initialize` can negotiate. */
export const LATEST_LEGACY_REVISION: LegacyRevision = '2025-11-25';

/** The one revision that has JSON-RPC batches (2025-03-26, basic, "Batching"). */
export const BATCH_REVISION: LegacyRevision = '2025-03-26';

/** Tells whether a revision exists. */
export function isRevision(revision: unknown): revision is Revision {
  return (REVISIONS as readonly unknown[]).includes(revision);
}

/** Tells whether a revision is stateless. */
export function isModern(revision: unknown): revision is ModernRevision {
  return (MODERN_REVISIONS as readonly unknown[]).includes(revision);
}

/** Tells whether a revision is one that `initialize` can negotiate. */
export function isLegacy(revision: unknown): revision is LegacyRevision {
  return isRevision(revision) && !isModern(revision);
}

/** Tells whether `revision` is `first` or newer. Dates compare as text. */
export function isSince(revision: Revision, first: Revision): boolean {
  return revision >= first;
}

/**
 * Returns the revision for `initialize`: the requested one if it is stateful, otherwise the newest stateful one
 * (basic/lifecycle, "Version Negotiation", up to 2025-11-25).
 */
export function negotiate(requested: unknown): LegacyRevision {
  return isLegacy(requested) ? requested : LATEST_LEGACY_REVISION;
}

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
  /** `_meta` of tools, which says that one is for a page only. */
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
