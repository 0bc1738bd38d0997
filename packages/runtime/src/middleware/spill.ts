// Spill: results that were too long to send, kept for a while to be read as resources.
import { ErrorCode, ResourceNotFoundError, RpcError, type ResourceContents } from '../index.ts';

/** One piece of what is kept: text, or base64. */
export type SpillPart =
  | { readonly mimeType: string; readonly text: string }
  | { readonly mimeType: string; readonly blob: string };

/** What is kept, as its link tells it. */
export interface Spilled {
  readonly uri: string;
  readonly chars: number;
  /** How many pages it has: `uri?page=1` and so on. */
  readonly pages: number;
}

/** What was kept and is still there. */
export interface SpillReading {
  readonly contents: readonly ResourceContents[];
  /** Milliseconds until it is gone. */
  readonly leftMs: number;
}

interface Entry {
  readonly key: string;
  readonly whole: readonly SpillPart[];
  readonly pages: readonly (readonly SpillPart[])[];
  readonly chars: number;
  readonly expiresAt: number;
}

const SCHEME = 'result:///';
const URI = /^result:\/\/\/([\da-f-]{36})(?:\?page=(\d{1,6}))?$/;

/** Temporary resources: only who got one may read it, until `ttlMs` is over or `maxChars` newer ones came. */
export class Spill {
  readonly #ttlMs: number;
  readonly #maxChars: number;
  // In order of age.
  readonly #entries = new Map<string, Entry>();
  #chars = 0;

  constructor(ttlMs: number, maxChars: number) {
    this.#ttlMs = ttlMs;
    this.#maxChars = maxChars;
  }

  /** Keeps the parts for this key, in pages of about `pageChars`; undefined when they are too long to keep. */
  keep(key: string, whole: readonly SpillPart[], pageChars: number): Spilled | undefined {
    const chars = whole.reduce((sum, part) => sum + charsOf(part), 0);
    if (chars > this.#maxChars) return undefined;
    this.#makeRoom(chars);
    const id = crypto.randomUUID();
    const pages = toPages(whole, pageChars);
    this.#entries.set(id, { key, whole, pages, chars, expiresAt: performance.now() + this.#ttlMs });
    this.#chars += chars;
    return { uri: SCHEME + id, chars, pages: pages.length };
  }

  /**
   * What is kept under a URI or one page of it; undefined when the URI is none of ours.
   *
   * @throws {ResourceNotFoundError} when it is gone, or was kept for another caller.
   * @throws {RpcError} −32602 for a page that it does not have.
   */
  read(key: string, uri: string): SpillReading | undefined {
    if (!uri.startsWith(SCHEME)) return undefined;
    const [, id = '', page] = URI.exec(uri) ?? [];
    this.#makeRoom(0);
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.key !== key) throw new ResourceNotFoundError(uri);
    const parts = page === undefined ? entry.whole : entry.pages[Number(page) - 1];
    if (parts === undefined) {
      const problem = `Invalid params: there are pages 1 to ${entry.pages.length}, not ${page}`;
      throw new RpcError(ErrorCode.InvalidParams, problem);
    }
    const contents = parts.map((part) => ({ uri, ...part }));
    return { contents, leftMs: Math.ceil(entry.expiresAt - performance.now()) };
  }

  #makeRoom(chars: number): void {
    const now = performance.now();
    for (const [id, entry] of this.#entries) {
      if (entry.expiresAt > now && this.#chars + chars <= this.#maxChars) return;
      this.#entries.delete(id);
      this.#chars -= entry.chars;
    }
  }
}

/** The length of a part, in characters. */
export function charsOf(part: SpillPart): number {
  return 'text' in part ? part.text.length : part.blob.length;
}

/** Where to cut a text so that `maxChars` are between `from` and there; never inside of a character. */
export function cutAt(text: string, from: number, maxChars: number): number {
  const end = from + maxChars;
  if (end >= text.length) return text.length;
  const isHighSurrogate = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHighSurrogate ? end - 1 : end;
}

// A page has at least one character.
const LEAST_CHARS = 2;

// Texts are cut between characters. What is not text has a meaning only as a whole, so it is never cut.
function toPages(parts: readonly SpillPart[], pageChars: number): SpillPart[][] {
  const most = Math.max(pageChars, LEAST_CHARS);
  const pages: SpillPart[][] = [];
  let left = 0;
  for (const piece of parts.flatMap((part) => toPieces(part, most))) {
    const chars = charsOf(piece);
    if (chars > left || pages.length === 0) {
      pages.push([]);
      left = most;
    }
    pages.at(-1)?.push(piece);
    left -= chars;
  }
  return pages;
}

function toPieces(part: SpillPart, pageChars: number): SpillPart[] {
  if (!('text' in part)) return [part];
  const { mimeType, text } = part;
  const pieces: SpillPart[] = [];
  for (let from = 0; from < text.length;) {
    const end = cutAt(text, from, pageChars);
    pieces.push({ mimeType, text: text.slice(from, end) });
    from = end;
  }
  return pieces;
}
