// Media types: those of bodies, and those that a client accepts.
import type { Headers } from './edge/exchange.ts';

/** Content type of JSON bodies. */
export const JSON_TYPE: Headers = { 'content-type': 'application/json' };

/** A media type without its parameters, lower-case. */
export function mediaType(header: string | undefined): string {
  if (header === 'application/json') return header;
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** What a response may be. */
export type ResponseType = 'application/json' | 'text/event-stream';

// As the specification requires of clients, and most send it.
const USUAL_ACCEPT = 'application/json, text/event-stream';

/** Whether the client takes a media type. A missing header takes everything. */
export function accepts(header: string | undefined, type: ResponseType): boolean {
  if (header === undefined || header === USUAL_ACCEPT) return true;
  const ranges = header.split(',');
  // The most specific entry applies (RFC 9110, section 12.5.1).
  for (const name of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const range = ranges.find((given) => mediaType(given) === name);
    if (range !== undefined) return !NOT_WANTED.test(range);
  }
  return false;
}

const NOT_WANTED = /;\s*q\s*=\s*0(?:\.0{0,3})?\s*(?:;|$)/i;
