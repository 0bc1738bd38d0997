// Parses HTML into the light DOM, in time proportional to its size; what nobody sees is left out at once.
import { DomDocument, DomText, type DomElement, type Attributes } from './dom.ts';
import { MAX_ELEMENTS, requireAtMost } from './limits.ts';
import { readTags, type TagHandler } from './tags.ts';
import { isHidden } from './visibility.ts';

/** What is nested deeper comes to stand beside, as in browsers. */
const MAX_DEPTH = 512;

/** Wherever they stand, they are about the page and not in it. */
const ABOUT_PAGE = new Set(['base', 'link', 'meta', 'title']);
const DATA_TYPE = 'application/ld+json';

/** @throws {FetchError} `too_large` for too many elements; for nothing else that is in the page. */
export const parseHtml = (html: string): DomDocument => {
  const builder = new Builder();
  readTags(html, builder);
  return builder.document;
};

class Builder implements TagHandler {
  readonly document = new DomDocument();
  /** The elements around the current one; undefined for what is not shown. */
  readonly #around: (DomElement | undefined)[] = [];
  #current: DomElement | undefined = this.document.body;
  #elements = 0;

  open(name: string, attributes: Attributes): void {
    this.#around.push(this.#current);
    if (this.#current === undefined) return;
    const { head, body, documentElement } = this.document;
    if (name === 'head') this.#current = head;
    else if (name === 'html' || name === 'body') {
      this.#current = body;
      const part = name === 'html' ? documentElement : body;
      for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    } else if (ABOUT_PAGE.has(name) || (name === 'script' && attributes['type'] === DATA_TYPE))
      this.#current = this.#append(head, name, attributes);
    else if (isTask(name, attributes, this.#current))
      this.#current = this.#append(this.#current, TASK_MARK, attributes);
    else if (isHidden(name, attributes)) this.#current = undefined;
    else {
      this.#closeLike(name);
      if (name === 'img') delete attributes['aria-hidden'];
      this.#current = this.#append(this.#parent(), name, attributes);
    }
  }

  close(): void {
    this.#current = this.#around.pop();
  }

  text(text: string): void {
    const current = this.#current;
    if (current === undefined) return;
    const { head, body } = this.document;
    const parent = current === head ? body : current;
    const last = parent.lastChild;
    // Else what stands behind a carriage return would not be taken for a line of its own, and get no mark of its quote.
    const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
    if (last instanceof DomText) last.textContent += lines;
    else parent.appendChild(new DomText(lines));
  }

  // A paragraph ends where the next begins, also when emphasis or a link in it was never closed; so do items and cells.
  #closeLike(name: string): void {
    const tag = name.toUpperCase();
    if (!ENDS_LIKE.has(tag)) return;
    let open = this.#current;
    while (open !== undefined && FORMATTING.has(open.tagName)) open = parentOf(open);
    if (open?.tagName !== tag || open === this.#current) return;
    const parent = parentOf(open);
    for (let level = this.#around.length - 1; level >= 0 && this.#around[level] !== parent; level -= 1)
      this.#around[level] = parent;
    this.#current = parent;
  }

  #append(parent: DomElement, name: string, attributes: Attributes): DomElement {
    this.#elements += 1;
    requireAtMost(MAX_ELEMENTS, this.#elements, 'elements');
    return parent.appendChild(this.document.createElement(name, attributes));
  }

  // The current element, or, when it is nested too deep, the one around it that is not.
  #parent(): DomElement {
    const { head, body } = this.document;
    const deepest = this.#around.length > MAX_DEPTH ? this.#around[MAX_DEPTH] : this.#current;
    return deepest === undefined || deepest === head ? body : deepest;
  }
}

/** The name under which a check box of a list of tasks goes on: Readability removes all that belongs to forms. */
export const TASK_MARK = 'task-mark';

const isTask = (name: string, { type }: Attributes, parent: DomElement): boolean =>
  name === 'input' && type === 'checkbox' && (parent.tagName === 'LI' || parentOf(parent)?.tagName === 'LI');

const parentOf = ({ parentNode }: DomElement): DomElement | undefined =>
  parentNode?.nodeType === 1 ? parentNode : undefined;

const ENDS_LIKE: ReadonlySet<string> = new Set(['DD', 'DT', 'LI', 'P', 'TD', 'TH', 'TR']);
const FORMATTING: ReadonlySet<string> = new Set([
  ...[
    'A',
    'B',
    'BIG',
    'CODE',
    'EM',
    'FONT',
    'I',
    'LABEL',
    'MARK',
    'S',
    'SMALL',
    'SPAN',
    'STRIKE',
    'STRONG',
    'TT',
    'U',
  ],
]);
