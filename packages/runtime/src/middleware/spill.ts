// Spill: results that were too long to send, kept for a while to be read as resources.
import { ErrorCode, ResourceNotFoundError, RpcError, type ResourceContents } from '../index.ts';
import { byteLength, cutAt } from './size.ts';

/** One piece of what is kept: text, or base64. */
export type SpillPart =
  | { readonly mimeType: string; readonly text: string }
  | { readonly mimeType: string; readonly blob: string };

/** What is kept, as its link tells it. */
export interface Spilled {
  readonly uri: string;
  /** Bytes: of texts in UTF-8, of the rest in base64. */
  readonly size: number;
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
  readonly size: number;
  readonly expiresAt: number;
}

const SCHEME = 'result:///';
const URI = /^result:\/\/\/([\da-f-]{36})(?:\?page=(\d{1,6}))?$/;

/** Temporary resources: only who got one may read it, until `ttlMs` is over or `maxBytes` newer ones came. */
export class Spill {
  readonly #ttlMs: number;
  readonly #maxBytes: number;
  // In order of age.
  readonly #entries = new Map<string, Entry>();
  #size = 0;

  constructor(ttlMs: number, maxBytes: number) {
    this.#ttlMs = ttlMs;
    this.#maxBytes = maxBytes;
  }

  /** Keeps the parts for this key, in pages of about `pageBytes`; undefined when they are too long to keep. */
  keep(key: string, parts: readonly SpillPart[], pageBytes: number): Spilled | undefined {
    const size = parts.reduce((sum, part) => sum + sizeOfPart(part), 0);
    if (size > this.#maxBytes) return undefined;
    this.#makeRoom(size);
    const id = crypto.randomUUID();
    const pages = toPages(parts, pageBytes);
    this.#entries.set(id, { key, whole: parts, pages, size, expiresAt: performance.now() + this.#ttlMs });
    this.#size += size;
    return { uri: SCHEME + id, size, pages: pages.length };
  }

  /**
   * What is kept under a URI or one page of it; undefined when the URI is none of ours.
   *
   * @throws {ResourceNotFoundError} when it is gone, or was kept for somebody else.
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

  #makeRoom(size: number): void {
    const now = performance.now();
    for (const [id, entry] of this.#entries) {
      if (entry.expiresAt > now && this.#size + size <= this.#maxBytes) return;
      this.#entries.delete(id);
      this.#size -= entry.size;
    }
  }
}

/** Bytes: of text in UTF-8, of the rest in base64. */
export function sizeOfPart(part: SpillPart): number {
  return 'text' in part ? byteLength(part.text) : part.blob.length;
}

// Texts are cut between characters. What is not text has a meaning only as a whole, so it is never cut.
function toPages(parts: readonly SpillPart[], pageBytes: number): SpillPart[][] {
  const pages: SpillPart[][] = [];
  let left = 0;
  const add = (part: SpillPart): void => {
    const size = sizeOfPart(part);
    if (size > left || pages.length === 0) {
      pages.push([]);
      left = pageBytes;
    }
    pages.at(-1)?.push(part);
    left -= size;
  };
  for (const part of parts) for (const piece of toPieces(part, pageBytes)) add(piece);
  return pages;
}

function* toPieces(part: SpillPart, pageBytes: number): Iterable<SpillPart> {
  if (!('text' in part)) return yield part;
  const { mimeType, text } = part;
  for (let from = 0; from < text.length;) {
    const end = cutAt(text, from, pageBytes);
    yield { mimeType, text: text.slice(from, end) };
    from = end;
  }
}
