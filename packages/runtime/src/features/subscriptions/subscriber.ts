// Subscriber: a session or a listen stream that is notified of changes.
/** A list whose changes are told. */
export type ListKind = 'tools' | 'prompts' | 'resources';

/** Somebody who is told of changes: a session or a listen stream. */
export interface Subscriber {
  updated(uri: string): void;
  listChanged(kind: ListKind): void;
}
