// Cursors: a position with a checksum of what it is a position in, as opaque text.
import { fromBase64Url, toBase64Url } from './base64.ts';

/** An opaque cursor for a position, good for the same scope only. */
export function writeScoped(scope: string, position: string): string {
  return toBase64Url(new TextEncoder().encode(`${checksum(scope, position)}.${position}`));
}

/** The position of a cursor; undefined when it was not made for this scope. */
export function readScoped(scope: string, cursor: string): string | undefined {
  const text = new TextDecoder().decode(fromBase64Url(cursor));
  const dot = text.indexOf('.');
  const position = text.slice(dot + 1);
  return dot > 0 && text.slice(0, dot) === checksum(scope, position) ? position : undefined;
}

// FNV-1a detects typing errors and cursors of other lists. It protects nothing, because a cursor grants nothing.
function checksum(scope: string, position: string): string {
  const text = `${scope}\n${position}`;
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
