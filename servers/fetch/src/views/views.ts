// The views of documents: made once, in a process of their own when that could take long.
import type { Document, KeptView } from '../documents/document.ts';
import { FetchError } from '../failure.ts';
import type { Format, View, ViewJob } from './view.ts';
import type * as textView from './text-view.ts';
import { ViewProcesses } from './view-processes.ts';

/** How a document is to be written. */
export interface ViewRequest {
  readonly format: Format;
  readonly selector?: string | undefined;
}

/** For one page; a page that takes longer is tried once more in a simpler way. */
const DEADLINE_MS = 8000;
const MAX_MEMORY_MB = 512;
/** What is shorter is read at once: that takes about a millisecond, another process takes as long and more. */
const MAX_DIRECT_BYTES = 64_000;
/** Of one document. A model may ask for any number of selectors. */
const MAX_VIEWS = 4;

/** Makes views. */
export class Views {
  readonly #processes = new ViewProcesses(DEADLINE_MS, MAX_MEMORY_MB);
  readonly #added: () => void;
  #texts: Promise<typeof textView> | undefined;

  /** `added` is called when a document has got a view. */
  constructor(added: () => void) {
    this.#added = added;
  }

  /** @throws {FetchError} `unsupported_type` when the document cannot be written like that; as `ViewProcesses`. */
  async of(document: Document, { format, selector }: ViewRequest, signal: AbortSignal): Promise<View> {
    const job = toJob(document, format, selector);
    const key = `${job.format} ${selector ?? ''}`;
    const known = document.views.get(key);
    if (known !== undefined) {
      try {
        return await known.view;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof FetchError) throw error;
        // The call that began it was cancelled; this one was not.
      }
    }
    const kept = { view: this.#make(job, signal), bytes: 0 };
    keep(document.views, key, kept);
    const view = await kept.view;
    kept.bytes = view.bytes;
    this.#added();
    return view;
  }

  async #make(job: ViewJob, signal: AbortSignal): Promise<View> {
    const isPage = job.isHtml && job.format !== 'raw';
    if (isPage || job.body.length > MAX_DIRECT_BYTES) return this.#processes.read(job, signal);
    const { readTextView } = await (this.#texts ??= import('./text-view.ts'));
    return readTextView(job);
  }
}

const toJob = ({ kind, url, response }: Document, format: Format, selector: string | undefined): ViewJob => {
  const contentType = response.headers['content-type'] ?? '';
  if (kind !== 'html' && kind !== 'text')
    throw new FetchError(
      'unsupported_type',
      `${url} is ${contentType === '' ? kind : contentType}, not text.`,
    );
  const isHtml = kind === 'html';
  if (isHtml && format === 'json')
    throw new FetchError('unsupported_type', `${url} is a page, not JSON.`, {
      hint: 'Call again without format.',
    });
  if (selector !== undefined && (!isHtml || format === 'raw'))
    throw new FetchError(
      'unsupported_type',
      `A selector finds something in pages only, not in ${contentType}.`,
      {
        hint: 'Call again without selector.',
      },
    );
  return {
    body: response.body,
    contentType,
    isHtml,
    url: response.url.href,
    format: isHtml || format === 'json' ? format : 'raw',
    selector,
    simplify: true,
  };
};

const keep = (views: Map<string, KeptView>, key: string, kept: KeptView): void => {
  views.set(key, kept);
  const [oldest] = views.keys();
  if (views.size > MAX_VIEWS && oldest !== undefined) views.delete(oldest);
  kept.view.catch(() => {
    if (views.get(key) === kept) views.delete(key);
  });
};
