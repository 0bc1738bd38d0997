// What a transfer did.

/** What became of one ref: here for a fetch, at the remote for a push. */
export interface RefChange {
  readonly ref: string;
  readonly change: 'new' | 'updated' | 'forced' | 'deleted' | 'up-to-date';
  readonly from?: string;
  readonly to?: string;
}

/** A ref that was left as it is. */
export interface Rejected {
  readonly ref: string;
  readonly reason: string;
}

/** What a fetch or a push did. */
export interface TransferReport {
  readonly remote: string;
  /** Without a password. */
  readonly url: string;
  readonly refs: readonly RefChange[];
  readonly rejected: readonly Rejected[];
  /** Settings of the remote that would change other branches here. */
  readonly ignored?: readonly string[];
}
