// Shape of a requirement row, the groups of revisions that rows name, and the reasons for leaving one out.
export type Revision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

/** `http` has sessions where the revision has them; `sessionless http` has none; `http+sse` is that of 2024-11-05. */
export type Transport = 'memory' | 'stdio' | 'http' | 'sessionless http' | 'http+sse';

/** A rule that the runtime keeps: on which page it is, what the server does, and where. */
export interface KeptRequirement {
  readonly page: string;
  readonly text: string;
  readonly revisions: readonly Revision[];
  /** All of them unless the rule is about one. */
  readonly transports?: readonly Transport[];
}

/** A rule that the runtime has nothing to do with yet, or never, and why. */
export interface LeftOutRequirement {
  readonly page: string;
  readonly text: string;
  readonly leftOut: string;
}

export type Requirement = KeptRequirement | LeftOutRequirement;

export type Requirements = Readonly<Record<string, Requirement>>;

/** Rules by their ids, each in one sentence. */
type Texts = Readonly<Record<string, string>>;

interface Places {
  readonly revisions: readonly Revision[];
  readonly transports: readonly Transport[];
}

/** The places of a rule that is about some transports only. */
export const over = (transports: readonly Transport[], revisions: readonly Revision[]): Places => ({
  transports,
  revisions,
});

/** Rules of one page that the runtime keeps, in these revisions. */
export const kept = (page: string, where: Places | readonly Revision[], texts: Texts): Requirements => {
  const places = 'transports' in where ? where : { revisions: where };
  return rowsOf(texts, (text) => ({ page, text, ...places }));
};

/** Rules of one page that the runtime has nothing to do with, for one reason. */
export const leftOut = (page: string, reason: string, texts: Texts): Requirements =>
  rowsOf(texts, (text) => ({ page, text, leftOut: reason }));

const rowsOf = (texts: Texts, toRow: (text: string) => Requirement): Requirements =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, toRow(text)]));

export const allRevisions: readonly Revision[] = [
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28',
];

export const allTransports: readonly Transport[] = ['memory', 'stdio', 'http', 'sessionless http'];
export const stdioOnly: readonly Transport[] = ['stdio'];
export const httpOnly: readonly Transport[] = ['http'];
/** Carries the same messages, so only the rules on the transport itself are tested over it. */
export const httpSseOnly: readonly Transport[] = ['http+sse'];
/** The server knows the client, and reaches it between requests: not so where each request stands alone. */
export const connected: readonly Transport[] = ['memory', 'stdio', 'http'];
/** Everything comes over one pipe: over HTTP only a handshake comes before there is a session. */
export const pipes: readonly Transport[] = ['memory', 'stdio'];

/** Revisions with a handshake: the connection remembers what was agreed. */
export const stateful: readonly Revision[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
export const until20250618: readonly Revision[] = ['2024-11-05', '2025-03-26', '2025-06-18'];
export const until20250326: readonly Revision[] = ['2024-11-05', '2025-03-26'];
export const since20250326: readonly Revision[] = ['2025-03-26', '2025-06-18', '2025-11-25'];
export const since20250618: readonly Revision[] = ['2025-06-18', '2025-11-25'];
export const only20241105: readonly Revision[] = ['2024-11-05'];
export const only20250326: readonly Revision[] = ['2025-03-26'];
export const only20250618: readonly Revision[] = ['2025-06-18'];
export const only20251125: readonly Revision[] = ['2025-11-25'];
export const allButBatches: readonly Revision[] = ['2024-11-05', '2025-06-18', '2025-11-25'];

/** Revisions without a handshake: every request says all about itself. */
export const modern: readonly Revision[] = ['2026-07-28'];

export const testedWithTokens =
  'over HTTP with tokens only: test/auth tests it and names these ids in its titles';
export const noLogin = 'the runtime is a resource server: it has no login, issues no tokens and proxies none';
export const laterTasks =
  'tasks of 2025-11-25 were an experiment that nobody is compatible with: the extension of 2026-07-28 is served';
export const authorDuty = 'a duty of the server author: the runtime cannot decide it for them';
export const hostDuty = 'a duty of the client or host, with nothing for the server to do';
export const documentation = 'a duty of the documentation, not of a running server';
export const bothEras = 'the runtime always serves all stateful versions, so it can always go on';
