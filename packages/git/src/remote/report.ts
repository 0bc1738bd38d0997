// The result of a transfer.

/** The change of one ref: a local one for a fetch, a remote one for a push. */
export interface RefChange {
  readonly ref: string;
  readonly change: 'new' | 'updated' | 'forced' | 'deleted' | 'up-to-date';
  readonly from?: string;
  readonly to?: string;
}

/** A ref that was not changed. */
export interface Rejected {
  readonly ref: string;
  readonly reason: string;
}

/** The result of a fetch or a push. */
export interface TransferReport {
  readonly remote: string;
  /** Without a password. */
  readonly url: string;
  readonly refs: readonly RefChange[];
  readonly rejected: readonly Rejected[];
  /** Ignored settings of the remote, which would change other local branches. */
  readonly ignored?: readonly string[];
}
