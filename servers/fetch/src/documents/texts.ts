// The texts of documents: made once, in a process of their own when that could take long.
import { FetchError, shown } from '../failure.ts';
import type * as plainText from '../page/plain-text.ts';
import { ProcessPool } from '../page/process-pool.ts';
import type { DocumentText, Format, TextJob } from '../page/text.ts';
import type { Document } from './document.ts';

/** How a document is to be written. */
export interface TextRequest {
  readonly format: Format;
  readonly selector?: string | undefined;
}

/** A text that is there, or being made. */
export interface KeptText {
  readonly text: Promise<DocumentText>;
  /** 0 while it is being made. */
  bytes: number;
}

/** A shorter text is read in this process: that takes about a millisecond, less than the way to another process. */
const MAX_DIRECT_BYTES = 64_000;
/** Of one document. A model may ask for any number of selectors. */
const MAX_TEXTS = 4;

/** Makes texts. */
export class Texts {
  readonly #pages = new ProcessPool({ script: 'page-process', deadlineMs: 8000, maxMemoryMb: 512 });
  readonly #pdfs = new ProcessPool({ script: 'pdf-process', deadlineMs: 15_000, maxMemoryMb: 512 });
  readonly #added: (document: Document) => void;
  #plain: Promise<typeof plainText> | undefined;

  /** `added` is called when a document has got a text. */
  constructor(added: (document: Document) => void) {
    this.#added = added;
  }

  /** @throws {FetchError} `unsupported_type` when the document cannot be written like that; as `ProcessPool`. */
  async of(
    document: Document,
    { format, selector }: TextRequest,
    signal: AbortSignal,
  ): Promise<DocumentText> {
    const job = toJob(document, format, selector);
    const key = `${job.format} ${selector ?? ''}`;
    const known = document.texts.get(key);
    if (known !== undefined) {
      try {
        return await known.text;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof FetchError) throw error;
        // The call that began it was cancelled; this one was not.
      }
    }
    const kept = { text: this.#make(job, signal), bytes: 0 };
    keep(document.texts, key, kept);
    const text = await kept.text;
    kept.bytes = text.bytes;
    this.#added(document);
    return text;
  }

  async #make(job: TextJob, signal: AbortSignal): Promise<DocumentText> {
    if (job.kind === 'pdf') return this.#pdfs.run(job, signal);
    const isPage = job.kind === 'html' && job.format !== 'raw';
    if (isPage || job.body.length > MAX_DIRECT_BYTES) return this.#pages.run(job, signal);
    const { readPlainText } = await (this.#plain ??= import('../page/plain-text.ts'));
    return readPlainText(job);
  }
}

const toJob = ({ kind, url, response }: Document, format: Format, selector: string | undefined): TextJob => {
  const contentType = response.headers['content-type'] ?? '';
  const isText = kind === 'html' || kind === 'text' || kind === 'pdf';
  if (!isText || (kind === 'pdf' && format === 'raw'))
    throw new FetchError('unsupported_type', `${url} is ${shown(contentType) || kind}, not text.`);
  if (kind !== 'text' && format === 'json')
    throw new FetchError('unsupported_type', `${url} is a page, not JSON.`, {
      hint: 'Call again without format.',
    });
  if (selector !== undefined && (kind !== 'html' || format === 'raw'))
    throw new FetchError(
      'unsupported_type',
      `A selector finds something in pages only, not in ${shown(contentType) || kind}.`,
      { hint: 'Call again without selector.' },
    );
  return {
    body: response.body,
    contentType,
    kind,
    url: response.url.href,
    format: kind === 'text' && format !== 'json' ? 'raw' : format,
    selector,
  };
};

const keep = (texts: Map<string, KeptText>, key: string, kept: KeptText): void => {
  texts.set(key, kept);
  const [oldest] = texts.keys();
  if (texts.size > MAX_TEXTS && oldest !== undefined) texts.delete(oldest);
  kept.text.catch(() => {
    if (texts.get(key) === kept) texts.delete(key);
  });
};
