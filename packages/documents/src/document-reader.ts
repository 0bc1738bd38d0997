// Reads and edits documents in limited processes, and caches their texts.
import { extname, join } from 'node:path';
import { LimitedPool, OverLimitError } from '@mcp/limited-work/limited-pool';
import { Budget } from '@mcp/limited-work/budget';
import { documentKind, isLike, MAX_TEXT_CHARS, type DocumentText, type PdfText } from './document.ts';
import { DocumentError, readAnswer, type Answer } from './document-error.ts';
import type {
  DocumentEdits,
  DocumentJobs,
  DocumentTask,
  EditedDocument,
  MemberInfo,
  UnpackedMember,
} from './document-job.ts';

/** Larger documents are not read. */
const MAX_BYTES = 52_428_800;
const DEADLINE_MS = 20_000;
const MEMORY_MB = 512;
/** Maximum number of documents processed at a time, in total and per client. */
const MAX_DOCUMENTS = 2;
const MAX_OF_CLIENT = 1;
/** Maximum number of cached texts, whose total length is that of one text at most. */
const MAX_CACHED = 8;

// Next to the source, or next to the bundle.
const SCRIPT = join(import.meta.dirname, `document-process${extname(import.meta.filename)}`);

export interface DocumentSource {
  readonly name: string;
  /** Changes with the content of the file. */
  readonly version: string;
  /** Returns all bytes, or undefined when there are more than `maxBytes`. */
  readonly readWhole: (maxBytes: number) => Promise<Uint8Array | undefined>;
}

export interface DocumentCaller {
  readonly signal: AbortSignal;
  /** Identifies the client. Each client has one document processed at a time; others wait. */
  readonly client?: unknown;
}

/** Reads and edits documents. The processes start with the first one. */
export class DocumentReader implements AsyncDisposable {
  readonly #pool = new LimitedPool<DocumentTask, Answer<unknown>>({
    script: SCRIPT,
    name: 'runDocumentJob',
    deadlineMs: DEADLINE_MS,
    maxMemoryMb: MEMORY_MB,
  });
  readonly #slots = new Budget(MAX_DOCUMENTS, MAX_OF_CLIENT);
  /** By version and name, the most recently used last. */
  readonly #cached = new Map<string, DocumentText>();

  /**
   * Returns the text of a document, or undefined if the file is not one by its name or its first bytes.
   *
   * @throws {DocumentError} `unreadable` or `too_large`. @throws the reason of the signal.
   */
  async read(source: DocumentSource, caller: DocumentCaller): Promise<DocumentText | undefined> {
    const kind = documentKind(source.name);
    if (kind === undefined) return undefined;
    const key = `${source.version} ${source.name}`;
    const cached = this.#fromCache(key);
    if (cached !== undefined) return cached;
    return this.#inSlot(caller, async () => {
      const made = this.#fromCache(key);
      if (made !== undefined) return made;
      const bytes = await readBytes(source);
      if (!isLike(kind, bytes)) return undefined;
      const document = await this.#run('read', bytes, { kind }, caller);
      this.#cache(key, document);
      return document;
    });
  }

  /**
   * Reads the pages of a PDF as a person sees them, and its metadata.
   *
   * @throws {DocumentError} `unreadable` or `too_large`. @throws the reason of the signal.
   */
  pages(source: DocumentSource, caller: DocumentCaller): Promise<PdfText> {
    return this.#work('pages', source, {}, caller);
  }

  /**
   * Edits a Word document or an Excel workbook, and returns it with its text before and after.
   *
   * @throws {DocumentError} `missing`, `not_found`, `ambiguous` or `refused` if a change cannot be made; `unreadable`,
   *   `too_large`. @throws the reason of the signal.
   */
  edit(source: DocumentSource, edits: DocumentEdits, caller: DocumentCaller): Promise<EditedDocument> {
    return this.#work('edit', source, { kind: documentKind(source.name), ...edits }, caller);
  }

  /** Lists the members of a ZIP archive. @throws {DocumentError} `unreadable`, `too_large`. */
  list(source: DocumentSource, caller: DocumentCaller): Promise<readonly MemberInfo[]> {
    return this.#work('list', source, {}, caller);
  }

  /**
   * Unpacks one member of a ZIP archive, or all.
   *
   * @throws {DocumentError} `missing`; `too_large`; `unreadable`, also for links, devices and names that lead outside.
   */
  unpack(
    source: DocumentSource,
    member: string | undefined,
    caller: DocumentCaller,
  ): Promise<readonly UnpackedMember[]> {
    return this.#work('unpack', source, { member }, caller);
  }

  /** Waits before reading the file, so that waiting documents take no memory. */
  #inSlot<T>({ signal, client }: DocumentCaller, work: () => Promise<T>): Promise<T> {
    return this.#slots.run({ signal, share: client }, work);
  }

  #work<Name extends keyof DocumentJobs>(
    name: Name,
    source: DocumentSource,
    job: DocumentJobs[Name]['job'],
    caller: DocumentCaller,
  ): Promise<DocumentJobs[Name]['result']> {
    return this.#inSlot(caller, async () => this.#run(name, await readBytes(source), job, caller));
  }

  async #run<Name extends keyof DocumentJobs>(
    name: Name,
    bytes: Uint8Array,
    job: DocumentJobs[Name]['job'],
    { signal }: DocumentCaller,
  ): Promise<DocumentJobs[Name]['result']> {
    const answer = await this.#pool.run({ name, bytes, job }, { signal }).catch((error: unknown) => {
      if (!(error instanceof OverLimitError)) throw error;
      throw tooLarge('The document takes too much time or memory to be read.', error);
    });
    return readAnswer(answer as Answer<DocumentJobs[Name]['result']>);
  }

  #fromCache(key: string): DocumentText | undefined {
    const document = this.#cached.get(key);
    if (document !== undefined) this.#cache(key, document);
    return document;
  }

  #cache(key: string, document: DocumentText): void {
    this.#cached.delete(key);
    this.#cached.set(key, document);
    const isTooMuch = (): boolean =>
      this.#cached.size > MAX_CACHED ||
      [...this.#cached.values()].reduce((sum, { parts }) => sum + lengthOf(parts), 0) > MAX_TEXT_CHARS;
    for (const oldest of this.#cached.keys()) if (isTooMuch()) this.#cached.delete(oldest);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close();
  }
}

const readBytes = async (source: DocumentSource): Promise<Uint8Array> => {
  const bytes = await source.readWhole(MAX_BYTES);
  if (bytes === undefined) throw tooLarge(`The document has more than ${MAX_BYTES} bytes.`);
  return bytes;
};

const lengthOf = (parts: DocumentText['parts']): number =>
  parts.reduce((sum, { text }) => sum + text.length, 0);

const tooLarge = (problem: string, cause?: unknown): DocumentError =>
  new DocumentError('too_large', problem, 'Ask the user for a smaller one, or for its text.', cause);
