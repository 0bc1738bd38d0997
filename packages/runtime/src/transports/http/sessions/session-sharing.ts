// SessionSharing: sessions that several processes serve, each with a copy: how copies are saved, refreshed and told.
import { readMessages } from '../../../jsonrpc/message.ts';
import type { Conversation } from '../../../conversation/conversation.ts';
import type { JsonObject } from '../../../jsonrpc/json.ts';
import { isLegacy } from '../../../protocol/revisions.ts';
import { LOG_LEVELS, logLevelRank, type LogLevel } from '../../../protocol/types.ts';
import type { Awaitable } from '../../../stores/awaitable.ts';
import type { Bus } from '../../../stores/bus.ts';
import type { SessionStore, StoredSession } from '../../../stores/session-store.ts';
import { hasRequest } from '../body.ts';
import type { HttpSession } from './http-session.ts';
import { rehearse } from './rehearsal.ts';
import type { Guarded } from './store-guard.ts';

/** What sessions are shared by. */
export interface SharingParts {
  readonly store: SessionStore;
  readonly bus: Bus | undefined;
  readonly guarded: Guarded;
  readonly idleMs: number;
}

const TOPIC = 'mcp/sessions';

const MAX_TRIES = 5;

/** How often within its time to live a session is touched. */
const TOUCHES = 10;

/** Keeps the copies of sessions in this process and the store in step. */
export class SessionSharing {
  readonly #parts: SharingParts;
  readonly #origin = crypto.randomUUID();
  readonly #find: (id: string) => HttpSession | undefined;
  readonly #drop: (session: HttpSession, reason: string) => void;
  #listening: Promise<() => void> | undefined;

  /** `find` gives the copy in this process, `drop` ends it. */
  constructor(
    parts: SharingParts,
    find: (id: string) => HttpSession | undefined,
    drop: (session: HttpSession, reason: string) => void,
  ) {
    this.#parts = parts;
    this.#find = find;
    this.#drop = drop;
  }

  /** A name for a new copy. */
  nameCopy(): string {
    this.#listen();
    return crypto.randomUUID().slice(0, 8);
  }

  /** What the store has. Throws or rejects with a refusal when it fails. */
  load(id: string): Awaitable<StoredSession | undefined> {
    return this.#parts.guarded.answer(() => this.#parts.store.get(id));
  }

  /** Brings a copy up to date. */
  async refresh(session: HttpSession, stored: StoredSession): Promise<void> {
    const { saved, stream, conversation } = session;
    if (saved !== undefined && saved.version >= stored.version) return;
    session.saved = stored;
    if (stored.holder !== session.copy) stream.give();
    stream.require(stored.scopes);
    if (saved === undefined) begin(conversation, stored);
    conversation.session.logRank = logLevelRank(stored.logLevel);
    await rehearse(session, stored);
  }

  /** Saves what changed, before the client hears of it. Undefined when nothing did. Never rejects. */
  save(session: HttpSession): Promise<void> | undefined {
    const next = toStored(session);
    if (next === undefined || isSame(next, session.saved)) return undefined;
    return this.#save(session, next);
  }

  /** Tells the store that a session is used, now and then; a copy that has ended elsewhere ends here. */
  touch(session: HttpSession): void {
    const { store, guarded, idleMs } = this.#parts;
    const now = performance.now();
    if (session.saved === undefined || session.lastTouched > now - idleMs / TOUCHES) return;
    session.lastTouched = now;
    void guarded.attempt(async () => {
      if (!(await store.touch(session.id, idleMs))) this.#drop(session, 'The session has ended');
    });
  }

  /** Gives a message of the client to the other copies. */
  forward({ id }: HttpSession, body: unknown): void {
    this.#publish({ session: id, body });
  }

  /** Ends a session everywhere. Throws or rejects with a refusal when the store fails. */
  async end({ id }: HttpSession): Promise<void> {
    await this.#parts.guarded.answer(() => this.#parts.store.delete(id));
    this.#publish({ session: id, ended: true });
  }

  /** Listens no more. */
  close(): void {
    const listening = this.#listening;
    void this.#parts.guarded.attempt(() => listening?.then((stop) => stop()));
  }

  async #save(session: HttpSession, first: StoredSession): Promise<void> {
    const { store, guarded, idleMs } = this.#parts;
    let before = session.saved;
    let next = first;
    session.saved = next;
    const trySave = async (): Promise<void> => {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        if (await store.set(next, idleMs)) return this.#publish({ session: session.id, changed: true });
        const current = await store.get(session.id);
        if (before === undefined || current === undefined)
          return this.#drop(session, 'The session has ended');
        // Another process was faster: its changes and ours.
        next = merge(before, next, current);
        before = current;
        await this.refresh(session, next);
      }
      throw new Error(`${MAX_TRIES} times another process changed the session first`);
    };
    await guarded.attempt(() =>
      trySave().catch((error: unknown) => {
        session.saved = before;
        throw error;
      }),
    );
  }

  #publish(message: JsonObject): void {
    const { bus, guarded } = this.#parts;
    if (bus !== undefined)
      void guarded.attempt(() => bus.publish(TOPIC, { origin: this.#origin, ...message }));
  }

  #listen(): void {
    const { bus, guarded } = this.#parts;
    if (bus === undefined || this.#listening !== undefined) return;
    this.#listening = (async () => bus.subscribe(TOPIC, (message) => this.#heard(message)))();
    void guarded.attempt(() => this.#listening);
  }

  #heard({ origin, session: id, body, changed, ended }: JsonObject): void {
    const session = typeof id === 'string' && origin !== this.#origin ? this.#find(id) : undefined;
    if (session === undefined) return;
    if (ended === true) return this.#drop(session, 'The client ended the session');
    if (changed === true) void this.#parts.guarded.attempt(() => this.#reload(session));
    // Requests are answered where they came in.
    else if (!hasRequest(body)) session.conversation.peer.accept(readMessages(body), session.stream);
  }

  async #reload(session: HttpSession): Promise<void> {
    const stored = await this.#parts.store.get(session.id);
    if (stored !== undefined) await this.refresh(session, stored);
  }
}

function begin({ session }: Conversation, { revision, clientInfo, capabilities }: StoredSession): void {
  if (!isLegacy(revision)) throw new Error(`a stored session has the unknown revision ${revision}`);
  Object.assign(session, { state: 'initializing', revision, clientInfo, capabilities });
}

function toStored({ id, saved, caller, copy, stream, conversation }: HttpSession): StoredSession | undefined {
  const { state, revision, clientInfo, capabilities, logRank, subscriptions = [] } = conversation.session;
  if (state === 'new' || revision === undefined || clientInfo === undefined) return undefined;
  return {
    id,
    version: (saved?.version ?? 0) + 1,
    revision,
    state,
    clientInfo,
    capabilities,
    logLevel: levelOf(logRank),
    subscriptions: [...subscriptions],
    scopes: stream.scopes,
    holder: stream.keeps ? (copy ?? '') : (saved?.holder ?? ''),
    ...(caller === undefined ? {} : { caller: { subject: caller.subject, issuer: caller.issuer } }),
  };
}

function levelOf(rank: number): LogLevel {
  return LOG_LEVELS[rank] ?? 'info';
}

function isSame(next: StoredSession, saved: StoredSession | undefined): boolean {
  if (saved === undefined || next.subscriptions.length !== saved.subscriptions.length) return false;
  return (
    next.state === saved.state &&
    next.logLevel === saved.logLevel &&
    next.holder === saved.holder &&
    next.scopes.length === saved.scopes.length &&
    next.subscriptions.every((uri) => saved.subscriptions.includes(uri))
  );
}

// What `next` changed of `before`, done to `current`.
function merge(before: StoredSession, next: StoredSession, current: StoredSession): StoredSession {
  const removed = before.subscriptions.filter((uri) => !next.subscriptions.includes(uri));
  const kept = current.subscriptions.filter((uri) => !removed.includes(uri));
  const added = next.subscriptions.filter((uri) => !before.subscriptions.includes(uri));
  return {
    ...current,
    version: current.version + 1,
    state: next.state === 'ready' ? next.state : current.state,
    logLevel: next.logLevel === before.logLevel ? current.logLevel : next.logLevel,
    holder: next.holder === before.holder ? current.holder : next.holder,
    subscriptions: [...new Set([...kept, ...added])],
    scopes: [...new Set([...current.scopes, ...next.scopes])],
  };
}
