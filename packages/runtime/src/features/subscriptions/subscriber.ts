// Subscriber: a session or a listen stream that is notified of changes.
/** A list whose changes clients are notified of. */
export type ListKind = 'tools' | 'prompts' | 'resources';

/** A session or a listen stream, which is notified of changes. */
export interface Subscriber {
  updated(uri: string): void;
  listChanged(kind: ListKind): void;
}
