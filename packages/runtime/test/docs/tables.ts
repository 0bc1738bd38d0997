// The tables of the docs that are made from the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '../../src/limits/admission.ts';
import { isNotification, METHODS, revisionsOf, type MethodRow } from '../../src/protocol/methods.ts';
import { REVISIONS } from '../../src/protocol/revisions.ts';
import { SHAPES, type Member } from '../../src/protocol/wire/shapes.ts';
import { toTable } from './markdown.ts';

const SENDER: Record<MethodRow['from'], string> = { client: 'client', server: 'server', both: 'both' };

/** Methods × revisions, from `protocol/methods.ts`. */
function methods(kind: 'request' | 'notification'): string {
  const rows = Object.entries<MethodRow>(METHODS)
    .filter(([name]) => isNotification(name) === (kind === 'notification'))
    .map(([method, row]) => {
      const known = revisionsOf(row);
      const marks = REVISIONS.map((revision) => (known.includes(revision) ? 'yes' : ''));
      return [`\`${method}\``, SENDER[row.from], ...marks, ...(kind === 'request' ? rulesOf(row) : [])];
    });
  const rules = kind === 'request' ? ['Needs', 'Rules'] : [];
  return toTable(['Method', 'From', ...REVISIONS, ...rules], rows);
}

function rulesOf({ capability, asks, cacheable, admitted }: MethodRow): [needs: string, rules: string] {
  const rules = [asks && 'may ask', cacheable && 'cacheable', admitted && 'limited'];
  return [capability ?? '', rules.filter((rule) => typeof rule === 'string').join(', ')];
}

/** Members that not every revision has, from `protocol/wire/shapes.ts`. */
function members(): string {
  const rows = Object.entries(SHAPES).flatMap(([shape, known]) =>
    [...groups(known)].map(([span, names]) => [
      `\`${shape}\``,
      names.map((name) => `\`${name}\``).join(', '),
      span,
    ]),
  );
  return toTable(['Shape', 'Members', 'Revisions'], rows);
}

function groups(known: Record<string, Member>): Map<string, string[]> {
  const bySpan = new Map<string, string[]>();
  for (const [name, member] of Object.entries(known)) {
    const span = spanOf(member);
    if (span !== undefined) bySpan.set(span, [...(bySpan.get(span) ?? []), name]);
  }
  return bySpan;
}

function spanOf({ since, until }: Member): string | undefined {
  const [oldest] = REVISIONS;
  if (until === undefined) return since === oldest ? undefined : `from ${since}`;
  return since === until ? `${since} only` : `${since} to ${until}`;
}

const src = join(import.meta.dirname, '../../src');

/** A limit: what it bounds, its constant in the sources (with the file where the name alone is not enough). */
interface Limit {
  readonly what: string;
  readonly constant: string;
  readonly file?: string;
  readonly unit?: string;
  readonly option?: string;
}

const LIMITS: readonly Limit[] = [
  { what: 'Length of one message', constant: 'SIXTEEN_MEBIBYTES', unit: 'bytes', option: 'maxMessageBytes' },
  { what: 'Time for accepted requests at the end', constant: 'FIVE_SECONDS', unit: 'ms', option: 'drainMs' },
  { what: 'Unread output, then calls wait', constant: 'CALLS_WAIT_CHARACTERS', unit: 'characters' },
  { what: 'Unread output, then all input waits', constant: 'INPUT_WAITS_CHARACTERS', unit: 'characters' },
  {
    what: 'Wait for an answer of the client in a session',
    constant: 'FIVE_MINUTES',
    unit: 'ms',
    option: 'askTimeoutMs',
  },
  { what: 'Life of sealed state', constant: 'TEN_MINUTES', unit: 'ms', option: 'stateTtlMs' },
  { what: 'Entries per page of a list', constant: 'DEFAULT_PAGE_SIZE', option: 'pageSize' },
  { what: 'Size of sealed state', constant: 'MAX_STATE_CHARACTERS', unit: 'characters' },
  {
    what: 'Rounds of questions in one stateless request',
    constant: 'MAX_ROUNDS',
    file: 'features/asking/stateless-rounds.ts',
  },
  { what: 'Subscriptions of one session', constant: 'MAX_WATCHED' },
  { what: 'Listen streams of one connection', constant: 'MAX_STREAMS' },
  { what: 'Resources of one listen stream', constant: 'MAX_WATCHED' },
  { what: 'Suggestions in one completion', constant: 'MAX_VALUES' },
  { what: 'Log messages per second, after a burst', constant: 'PER_SECOND', file: 'features/logging.ts' },
  { what: 'Progress messages per second and request', constant: 'PER_SECOND', file: 'features/progress.ts' },
  { what: 'Problems in one validation error', constant: 'MAX_ISSUES' },
  {
    what: 'What an error message quotes of the input',
    constant: 'MAX_LENGTH',
    file: 'text/quote.ts',
    unit: 'characters',
  },
  { what: 'Scopes that are read of one token', constant: 'MAX_SCOPES' },
  {
    what: 'Answer of an authorization server',
    constant: 'MAX_BYTES',
    file: 'auth/bounded-fetch.ts',
    unit: 'bytes',
  },
  { what: 'Good answers of introspection that are kept', constant: 'MAX_CACHED', option: 'maxCached' },
  { what: 'Depth of a schema', constant: 'MAX_DEPTH', unit: 'levels' },
  { what: 'Size of a schema', constant: 'MAX_SCHEMAS', unit: 'subschemas' },
  { what: 'Changes of one resource are gathered for', constant: 'COALESCE_MS', unit: 'ms' },
];

const HTTP_LIMITS: readonly Limit[] = [
  { what: 'Length of a body', constant: 'MAX_BODY_BYTES', unit: 'bytes', option: 'maxBodyBytes' },
  { what: 'Sessions', constant: 'MAX_SESSIONS', option: 'maxSessions' },
  {
    what: 'Life of a session without requests or open streams',
    constant: 'SESSION_IDLE_MS',
    unit: 'ms',
    option: 'sessionIdleMs',
  },
  { what: 'Pause between keep-alive comments', constant: 'KEEP_ALIVE_MS', unit: 'ms', option: 'keepAliveMs' },
  {
    what: 'Time for accepted requests at the end',
    constant: 'DRAIN_MS',
    file: 'transports/http/settings.ts',
    unit: 'ms',
    option: 'close(drainMs)',
  },
  { what: 'Stored events of a session', constant: 'MAX_REPLAY_EVENTS' },
  {
    what: 'Length of all stored events of a session',
    constant: 'MAX_REPLAY_BYTES',
    unit: 'characters',
  },
  {
    what: 'Length of all stored events',
    constant: 'MAX_TOTAL_REPLAY_BYTES',
    unit: 'characters',
  },
  { what: 'An answer is kept for a client that lost the connection', constant: 'ANSWER_TTL_MS', unit: 'ms' },
  { what: 'GET streams of a session; one more ends the oldest', constant: 'MAX_SESSION_STREAMS' },
  {
    what: 'Unread output of a stream, then it is cut off',
    constant: 'MAX_BUFFERED_BYTES',
    file: 'transports/http/edge/node.ts',
    unit: 'bytes',
  },
  {
    what: 'Requests of one client in a second',
    constant: 'REQUESTS_PER_SECOND',
    option: 'clientLimits.requests',
  },
  { what: '… after a burst of', constant: 'REQUESTS_BURST', option: 'clientLimits.requests' },
  {
    what: 'New sessions of one client in a second',
    constant: 'SESSIONS_PER_SECOND',
    option: 'clientLimits.sessions',
  },
  { what: '… after a burst of', constant: 'SESSIONS_BURST', option: 'clientLimits.sessions' },
  { what: 'Open requests and streams of one client', constant: 'OPEN_REQUESTS', option: 'clientLimits.open' },
  { what: 'Clients whose rates are remembered', constant: 'MAX_BUCKETS' },
  { what: 'Clients whose places for calls are remembered', constant: 'MAX_ADMISSIONS' },
  { what: 'Length of all headers', constant: 'MAX_HEADER_BYTES', unit: 'bytes', option: 'maxHeaderBytes' },
  { what: 'Headers', constant: 'MAX_HEADERS' },
  {
    what: 'Time for the headers to arrive',
    constant: 'HEADERS_TIMEOUT_MS',
    unit: 'ms',
    option: 'headersTimeoutMs',
  },
  {
    what: 'Time for a request to arrive',
    constant: 'REQUEST_TIMEOUT_MS',
    unit: 'ms',
    option: 'requestTimeoutMs',
  },
  {
    what: 'Life of an unused connection',
    constant: 'CONNECTION_IDLE_MS',
    unit: 'ms',
    option: 'connectionIdleMs',
  },
  { what: 'Connections', constant: 'MAX_CONNECTIONS', option: 'maxConnections' },
];

const TASK_LIMITS: readonly Limit[] = [
  {
    what: 'Calls that are tasks or may become one, at once in a process; half for one caller',
    constant: 'MAX_RUNNING',
    option: 'maxRunning',
  },
  {
    what: 'A call is answered without a task within',
    constant: 'ANSWER_WITHIN_MS',
    unit: 'ms',
    option: 'answerWithinMs',
  },
  {
    what: 'A task is stored for',
    constant: 'TTL_MS',
    file: 'tasks/task-registry.ts',
    unit: 'ms',
    option: 'ttlMs',
  },
  {
    what: 'Capacity of the store in memory; half for one caller',
    constant: 'MAX_CHARACTERS',
    unit: 'characters',
  },
  { what: '… that a task reserves when it begins', constant: 'RESERVED', unit: 'characters' },
  { what: 'Result of a task', constant: 'MAX_RESULT_CHARS', unit: 'characters' },
  { what: 'Status message', constant: 'MAX_MESSAGE', unit: 'characters' },
  { what: 'A process without a sign of life runs no task after', constant: 'LEASE_MS', unit: 'ms' },
  { what: 'Tasks that one stream listens to', constant: 'MAX_LISTENED' },
];

/** Default limits, read from the sources. */
function limits(): string {
  const { inFlight, total, queue, batch, stallMs } = DEFAULT_LIMITS;
  const rows = [
    ['Requests that run author code at once', amount(inFlight), '`limits.inFlight`'],
    ['… of all clients together', amount(total), '`limits.total`'],
    ['Requests that wait', amount(queue), '`limits.queue`'],
    ['Messages in one batch', amount(batch), '`limits.batch`'],
    ['Pause of reading before requests are refused', amount(stallMs, 'ms'), '`limits.stallMs`'],
    ...LIMITS.map(limitRow),
  ];
  return toTable(['What', 'Default', 'Option'], rows);
}

/** Default limits over HTTP, read from the sources. */
function httpLimits(): string {
  const { inFlight, total, queue, stallMs } = DEFAULT_LIMITS;
  const rows = [
    ['Calls of one session, or one client without, at once', amount(inFlight), '`limits.inFlight`'],
    ['… and of all clients together', amount(total), '`limits.total`'],
    ['… and calls of it that wait', amount(queue), '`limits.queue`'],
    ['… while more POSTs wait, until nothing finishes for', amount(stallMs, 'ms'), '`limits.stallMs`'],
    ...HTTP_LIMITS.map(limitRow),
  ];
  return toTable(['What', 'Default', 'Option'], rows);
}

function limitRow({ what, constant, file, unit, option }: Limit): string[] {
  const fallback = amount(valueOf(constant, file), unit);
  return [what, fallback, option === undefined ? 'fixed' : `\`${option}\``];
}

function amount(value: number, unit = ''): string {
  return `${value.toLocaleString('en')} ${unit}`.trim();
}

function valueOf(constant: string, file?: string): number {
  const declaration = new RegExp(`^(?:export )?const ${constant} = ([\\d_* ]+);`, 'm');
  const files = file === undefined ? readdirSync(src, { recursive: true, encoding: 'utf8' }) : [file];
  const values = files
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => declaration.exec(readFileSync(join(src, path), 'utf8'))?.[1] ?? []);
  if (values.length !== 1) throw new Error(`${constant} is a constant of ${values.length} files in src`);
  const [value = ''] = values;
  return value
    .replaceAll('_', '')
    .split('*')
    .reduce((product, factor) => product * Number(factor), 1);
}

const OPERATIONS: readonly (readonly [what: string, constant: string, unit: string, option: string])[] = [
  ['Tool calls of one caller in a minute', 'CALLS_PER_MINUTE', '', 'callsPerMinute'],
  ['Work on one request', 'TIMEOUT_MS', 'ms', 'timeoutMs'],
  ['Text of a tool result', 'MAX_OUTPUT_BYTES', 'bytes', 'maxOutputBytes'],
  ['Media of a tool result, in base64', 'MAX_MEDIA_BYTES', 'bytes', ''],
  ['Structured content, times the text', 'STRUCTURED_FACTOR', '', ''],
  ['Contents of a resource', 'MAX_RESOURCE_CHARS', 'characters', ''],
  ['Callers that a rate limit keeps in mind', 'MAX_BUCKETS', '', ''],
];

/** Limits of `withOperations`, read from the sources. */
function operations(): string {
  const rows = OPERATIONS.map(([what, constant, unit, option]) => [
    what,
    amount(valueOf(constant), unit),
    option === '' ? 'by its own middleware' : `\`${option}\``,
  ]);
  return toTable(['What', 'Default', 'Option'], rows);
}

/** Table name → its text. */
export const TABLES: { readonly [name: string]: () => string } = {
  requests: () => methods('request'),
  notifications: () => methods('notification'),
  members,
  limits,
  'http-limits': httpLimits,
  'task-limits': () => toTable(['What', 'Default', 'Option'], TASK_LIMITS.map(limitRow)),
  operations,
};
