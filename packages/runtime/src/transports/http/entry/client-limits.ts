// Limits of each client: its rate of requests and new sessions, and its open requests.
import { callerKey } from '../../../jsonrpc/channel.ts';
import { RateLimits, type Rate, type RateLimit } from '../../../limits/token-bucket.ts';
import type { Exchange } from '../edge/exchange.ts';
import { HttpRefusal } from './refusal.ts';

/**
 * Limits of one client. A client is the caller that its credentials name; without them it is its address, which for
 * IPv6 is the first 64 bits.
 */
export interface ClientLimits {
  /** HTTP requests of every kind. Default 500 a second, after a burst of 2,000. */
  readonly requests?: Rate;
  /** New sessions. Default 2 a second, after a burst of 100. */
  readonly sessions?: Rate;
  /** Requests and streams that are not answered to their end. Default 1,000. */
  readonly open?: number;
}

const REQUESTS_PER_SECOND = 500;
const REQUESTS_BURST = 2000;
const SESSIONS_PER_SECOND = 2;

// 100 plus 2 per second for half an hour are fewer than a server's 10,000 sessions: one client cannot take them all.
const SESSIONS_BURST = 100;
const OPEN_REQUESTS = 1000;
const SESSIONS_RETRY_SECONDS = '60';

/**
 * Applies the limits. The defaults apply to other machines: a program or proxy on this machine has only the configured
 * limits.
 */
export class ClientLimiter {
  readonly #given: ClientLimits;
  readonly #requests: RateLimits;
  readonly #sessions: RateLimits;
  readonly #maxOpen: number;
  readonly #open = new Map<string, number>();

  constructor(given: ClientLimits) {
    const requests = { burst: REQUESTS_BURST, perSecond: REQUESTS_PER_SECOND };
    const sessions = { burst: SESSIONS_BURST, perSecond: SESSIONS_PER_SECOND };
    this.#given = given;
    this.#requests = new RateLimits(given.requests ?? requests);
    this.#sessions = new RateLimits(given.sessions ?? sessions);
    this.#maxOpen = given.open ?? OPEN_REQUESTS;
  }

  /** Counts a request of which only the address is known. Throws 429. */
  arrive(exchange: Exchange): void {
    if (this.#isLimited(exchange, 'requests')) spend(this.#requests.of(clientOf(exchange)), 'requests');
  }

  /** Counts a request whose credentials are checked. Throws 429. */
  enter(exchange: Exchange): void {
    if (exchange.caller !== undefined) this.#countCaller(exchange);
    if (this.#isLimited(exchange, 'open')) this.#countOpen(exchange);
  }

  /** Counts a new session. Throws 429. */
  session(exchange: Exchange): void {
    if (this.#isLimited(exchange, 'sessions')) spend(this.#sessions.of(clientOf(exchange)), 'sessions');
  }

  // One address may be shared by many people, so valid credentials count only for their owner.
  #countCaller(exchange: Exchange): void {
    const { remoteAddress } = exchange;
    if (remoteAddress !== undefined) this.#requests.of(bucketOf(remoteAddress)).release();
    spend(this.#requests.of(clientOf(exchange)), 'requests');
  }

  #countOpen(exchange: Exchange): void {
    const key = clientOf(exchange);
    const count = this.#open.get(key) ?? 0;
    if (count >= this.#maxOpen) throw tooMany('open requests', 1);
    this.#open.set(key, count + 1);
    exchange.onClose(() => {
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    });
  }

  #isLimited({ caller, remoteAddress }: Exchange, limit: keyof ClientLimits): boolean {
    if (caller !== undefined || this.#given[limit] !== undefined)
      return caller !== undefined || remoteAddress !== undefined;
    return remoteAddress !== undefined && !isLoopback(remoteAddress);
  }
}

/** A session, as the limits of sessions need it. */
export interface Held {
  /** See `clientOf`. */
  readonly client: string;
  readonly isInUse: boolean;
  /** In milliseconds of `performance.now`. */
  readonly lastUsed: number;
}

/**
 * Chooses the session that ends if all are in use and another client wants one. If another client has more than half of
 * them, this is its least recently used session, unused ones first.
 *
 * @throws {HttpRefusal} 503 if no other client has that many.
 */
export function sessionToEnd<T extends Held>(sessions: readonly T[], newcomer: string): T {
  const counts = new Map<string, number>();
  for (const { client } of sessions) counts.set(client, (counts.get(client) ?? 0) + 1);
  const [greedy] = [...counts].find(([, count]) => 2 * count > sessions.length) ?? [];
  let found: T | undefined;
  if (greedy !== newcomer)
    for (const session of sessions)
      if (session.client === greedy && (found === undefined || goesBefore(session, found))) found = session;
  if (found === undefined) throw tooManySessions();
  return found;
}

function goesBefore(one: Held, other: Held): boolean {
  return one.isInUse === other.isInUse ? one.lastUsed < other.lastUsed : other.isInUse;
}

function tooManySessions(): HttpRefusal {
  const headers = { 'retry-after': SESSIONS_RETRY_SECONDS };
  return new HttpRefusal(503, 'there are too many sessions; try again later', undefined, headers);
}

/** Whether anything tells the client of a request from others: its credentials, or its address. */
export function isKnown({ caller, remoteAddress }: Exchange): boolean {
  return caller !== undefined || remoteAddress !== undefined;
}

/** Names the client of a request. All that are not known have one name. */
export function clientOf({ caller, remoteAddress = '' }: Exchange): string {
  return caller === undefined ? bucketOf(remoteAddress) : callerKey(caller);
}

function spend(bucket: RateLimit, what: string): void {
  if (!bucket.take()) throw tooMany(what, Math.ceil(bucket.waitMs() / 1000));
}

function tooMany(what: string, seconds: number): HttpRefusal {
  const problem = `this client has too many ${what}; try again in ${seconds} s`;
  return new HttpRefusal(429, problem, undefined, { 'retry-after': String(seconds) });
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address);
}

/** What stands for an address where requests are counted: for IPv6 the network of 64 bits, which one customer has. */
export function bucketOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
