// THE TABLE: every method and notification a server receives or sends, the revisions that know it, and its rules.
import { isModern, isSince, REVISIONS, type Revision } from './revisions.ts';

/** What the protocol says about one method. */
export interface MethodRow {
  /** The side that sends it. */
  readonly from: 'client' | 'server' | 'both';
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
  /** The member of its params that the header `Mcp-Name` repeats (2026-07-28, basic/transports/streamable-http). */
  readonly named?: string;
  /** The id of the extension that it belongs to: the client has to declare it. */
  readonly extension?: string;
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
  initialize: { from: 'client', first: A, last: D },
  ping: { from: 'both', first: A, last: D },
  'server/discover': { from: 'client', first: E, cacheable: true },
  'tools/list': { from: 'client', first: A, capability: 'tools', cacheable: true },
  'tools/call': {
    from: 'client',
    first: A,
    capability: 'tools',
    asks: true,
    admitted: true,
    named: 'name',
  },
  'resources/list': { from: 'client', first: A, capability: 'resources', cacheable: true, admitted: true },
  'resources/templates/list': { from: 'client', first: A, capability: 'resources', cacheable: true },
  'resources/read': {
    from: 'client',
    first: A,
    capability: 'resources',
    asks: true,
    cacheable: true,
    admitted: true,
    named: 'uri',
  },
  'resources/subscribe': {
    from: 'client',
    first: A,
    last: D,
    capability: 'resources.subscribe',
    admitted: true,
  },
  'resources/unsubscribe': { from: 'client', first: A, last: D, capability: 'resources.subscribe' },
  'prompts/list': { from: 'client', first: A, capability: 'prompts', cacheable: true },
  'prompts/get': {
    from: 'client',
    first: A,
    capability: 'prompts',
    asks: true,
    admitted: true,
    named: 'name',
  },
  'completion/complete': { from: 'client', first: A, capability: 'completions', admitted: true },
  'logging/setLevel': { from: 'client', first: A, last: D, capability: 'logging' },
  'subscriptions/listen': { from: 'client', first: E, capability: 'listen' },

  'notifications/initialized': { from: 'client', first: A, last: D },
  'notifications/cancelled': { from: 'both', first: A },
  'notifications/progress': { from: 'both', first: A },
  'notifications/roots/list_changed': { from: 'client', first: A, last: D },

  'notifications/message': { from: 'server', first: A },
  'notifications/resources/updated': { from: 'server', first: A },
  'notifications/resources/list_changed': { from: 'server', first: A },
  'notifications/tools/list_changed': { from: 'server', first: A },
  'notifications/prompts/list_changed': { from: 'server', first: A },
  'notifications/subscriptions/acknowledged': { from: 'server', first: E },
  'notifications/elicitation/complete': { from: 'server', first: D, last: D },

  'roots/list': { from: 'server', first: A },
  'sampling/createMessage': { from: 'server', first: A },
  'elicitation/create': { from: 'server', first: C },
} as const satisfies Record<string, MethodRow>;

/** The name of a method or notification. */
export type Method = keyof typeof METHODS;

/** Whether a name is that of a notification, which has no answer. */
export function isNotification(method: string): boolean {
  return method.startsWith('notifications/');
}

/** The row of a method, if the name is known. */
export function methodRow(method: string): MethodRow | undefined {
  return Object.hasOwn(METHODS, method) ? METHODS[method as Method] : undefined;
}

/** Tells whether a revision has a method. */
export function hasMethod(revision: Revision, row: MethodRow): boolean {
  return isSince(revision, row.first) && (row.last === undefined || isSince(row.last, revision));
}

/** Tells whether something that came with a revision works in this one. */
export function worksIn(revision: Revision, { since = revision }: { readonly since?: Revision }): boolean {
  return isSince(revision, since);
}

/** The revisions that have a method, oldest first. */
export function revisionsOf(row: MethodRow): Revision[] {
  return REVISIONS.filter((revision) => hasMethod(revision, row));
}

/** Tells whether only stateless revisions have a method. */
export function isStatelessOnly(row: MethodRow): boolean {
  return isModern(row.first);
}

/** Tells whether a method runs author code. */
export function isAdmitted(method: string): boolean {
  return methodRow(method)?.admitted === true;
}
