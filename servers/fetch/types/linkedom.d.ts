// The parts of linkedom that are used. Its own types need the DOM library, which Node has not.
export interface DomNode {
  readonly nodeType: number;
  readonly childNodes: Iterable<DomNode>;
  readonly textContent: string | null;
}

export interface DomElement extends DomNode {
  /** Upper case in HTML. */
  readonly tagName: string;
  readonly children: readonly DomElement[];
  readonly innerHTML: string;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  remove(): void;
}

export interface DomDocument extends DomElement {
  readonly documentElement: DomElement | null;
  readonly body: DomElement | null;
}

export function parseHTML(html: string): { readonly document: DomDocument };
