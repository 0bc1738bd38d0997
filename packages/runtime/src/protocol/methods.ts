// THE TABLE: every method and notification a server receives or sends, the revisions that know it, and its rules.
import { isModern, isSince, REVISIONS, type Revision } from './revisions.ts';

/** What the protocol says about one method. */
export interface MethodRow {
  /** Who sends it. */
  readonly from: 'client' | 'server' | 'both';
  readonly kind: 'request' | 'notification';
  /** First and last revision that have it. No `last` means that the newest revision still has it. */
  readonly first: Revision;
  readonly last?: Revision;
  /** The server capability that must be there for it to be answered. */
  readonly capability?: ServerFeature;
  /** Its handler may ask the client for input (2026-07-28, basic/patterns/mrtr). */
  readonly asks?: true;
  /** Its result carries `ttlMs` and `cacheScope` (2026-07-28, server/utilities/caching). */
  readonly cacheable?: true;
  /** It runs author code, so it counts against the limit of concurrent requests. */
  readonly admitted?: true;
}

/** The server capabilities that gate methods. */
export type ServerFeature =
  | 'tools'
  | 'resources'
  | 'resources.subscribe'
  | 'prompts'
  | 'completions'
  | 'logging'
  | 'listen';

const A: Revision = '2024-11-05';
const C: Revision = '2025-06-18';
const D: Revision = '2025-11-25';
const E: Revision = '2026-07-28';

/** Method name → row. The docs table in `docs/revisions.md` is generated from it. */
export const METHODS = {
  initialize: { from: 'client', kind: 'request', first: A, last: D },
  ping: { from: 'both', kind: 'request', first: A, last: D },
  'server/discover': { from: 'client', kind: 'request', first: E, cacheable: true },
  'tools/list': { from: 'client', kind: 'request', first: A, capability: 'tools', cacheable: true },
  'tools/call': {
    from: 'client',
    kind: 'request',
    first: A,
    capability: 'tools',
    asks: true,
    admitted: true,
  },
  'resources/list': {
    from: 'client',
    kind: 'request',
    first: A,
    capability: 'resources',
    cacheable: true,
    admitted: true,
  },
  'resources/templates/list': {
    from: 'client',
    kind: 'request',
    first: A,
    capability: 'resources',
    cacheable: true,
  },
  'resources/read': {
    from: 'client',
    kind: 'request',
    first: A,
    capability: 'resources',
    asks: true,
    cacheable: true,
    admitted: true,
  },
  'resources/subscribe': {
    from: 'client',
    kind: 'request',
    first: A,
    last: D,
    capability: 'resources.subscribe',
    admitted: true,
  },
  'resources/unsubscribe': {
    from: 'client',
    kind: 'request',
    first: A,
    last: D,
    capability: 'resources.subscribe',
  },
  'prompts/list': { from: 'client', kind: 'request', first: A, capability: 'prompts', cacheable: true },
  'prompts/get': {
    from: 'client',
    kind: 'request',
    first: A,
    capability: 'prompts',
    asks: true,
    admitted: true,
  },
  'completion/complete': {
    from: 'client',
    kind: 'request',
    first: A,
    capability: 'completions',
    admitted: true,
  },
  'logging/setLevel': { from: 'client', kind: 'request', first: A, last: D, capability: 'logging' },
  'subscriptions/listen': { from: 'client', kind: 'request', first: E, capability: 'listen' },

  'notifications/initialized': { from: 'client', kind: 'notification', first: A, last: D },
  'notifications/cancelled': { from: 'both', kind: 'notification', first: A },
  'notifications/progress': { from: 'both', kind: 'notification', first: A },
  'notifications/roots/list_changed': { from: 'client', kind: 'notification', first: A, last: D },

  'notifications/message': { from: 'server', kind: 'notification', first: A },
  'notifications/resources/updated': { from: 'server', kind: 'notification', first: A },
  'notifications/resources/list_changed': { from: 'server', kind: 'notification', first: A },
  'notifications/tools/list_changed': { from: 'server', kind: 'notification', first: A },
  'notifications/prompts/list_changed': { from: 'server', kind: 'notification', first: A },
  'notifications/subscriptions/acknowledged': { from: 'server', kind: 'notification', first: E },
  'notifications/elicitation/complete': { from: 'server', kind: 'notification', first: D, last: D },

  'roots/list': { from: 'server', kind: 'request', first: A },
  'sampling/createMessage': { from: 'server', kind: 'request', first: A },
  'elicitation/create': { from: 'server', kind: 'request', first: C },
} as const satisfies Record<string, MethodRow>;

/** The name of a method or notification. */
export type Method = keyof typeof METHODS;

/** The row of a method, if the name is known. */
export function methodRow(method: string): MethodRow | undefined {
  return Object.hasOwn(METHODS, method) ? METHODS[method as Method] : undefined;
}

/** Tells whether a revision has a method. */
export function hasMethod(revision: Revision, row: MethodRow): boolean {
  return isSince(revision, row.first) && (row.last === undefined || isSince(row.last, revision));
}

/** The revisions that have a method, oldest first. */
export function revisionsOf(row: MethodRow): Revision[] {
  return REVISIONS.filter((revision) => hasMethod(revision, row));
}

/** Tells whether only stateless revisions have a method. */
export function isStatelessOnly(row: MethodRow): boolean {
  return isModern(row.first);
}

/** The methods that run author code. */
export function admittedMethods(): string[] {
  return Object.keys(METHODS).filter((method) => methodRow(method)?.admitted === true);
}
