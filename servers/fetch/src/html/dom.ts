// A light DOM: the members of the DOM standard that Readability needs, over arrays of children.

/** A node that stands in another. */
export type DomNode = DomElement | DomText;
/** A node that others stand in. */
export type DomParent = DomElement | DomDocument;
/** The names and values of attributes, the names in lower case. */
export type Attributes = { [name: string]: string };

interface Attribute {
  readonly name: string;
  readonly value: string;
  cloneNode(): Attribute;
}

abstract class Child {
  parentNode: DomParent | null = null;
  /** Where it stood when that was last looked up. */
  #place = 0;

  get nextSibling(): DomNode | null {
    return this.parentNode?.childNodes[this.place + 1] ?? null;
  }

  get previousElementSibling(): DomElement | null {
    const siblings = this.parentNode?.childNodes ?? [];
    for (let place = this.place - 1; place >= 0; place -= 1) {
      const node = siblings[place];
      if (node instanceof DomElement) return node;
    }
    return null;
  }

  get nextElementSibling(): DomElement | null {
    const siblings = this.parentNode?.childNodes ?? [];
    for (let place = this.place + 1; place < siblings.length; place += 1) {
      const node = siblings[place];
      if (node instanceof DomElement) return node;
    }
    return null;
  }

  remove(): void {
    this.parentNode?.childNodes.splice(this.place, 1);
    this.parentNode = null;
  }

  // Mostly it is where it was, or a place nearer to the begin; all are counted anew only when more has changed.
  get place(): number {
    const siblings: readonly Child[] = this.parentNode?.childNodes ?? [];
    if (siblings[this.#place] === this) return this.#place;
    if (siblings[0] === this) this.#place = 0;
    else if (siblings[this.#place - 1] === this) this.#place -= 1;
    else for (const [place, node] of siblings.entries()) node.#place = place;
    return this.#place;
  }
}

const NOTHING: readonly never[] = [];

/** Text. */
export class DomText extends Child {
  readonly nodeType = 3;
  readonly nodeName = '#text';
  readonly childNodes: readonly never[] = NOTHING;
  textContent: string;

  constructor(text: string) {
    super();
    this.textContent = text;
  }
}

abstract class Parent extends Child {
  childNodes: DomNode[] = [];

  get children(): DomElement[] {
    return this.childNodes.filter((node) => node instanceof DomElement);
  }

  get firstChild(): DomNode | null {
    return this.childNodes[0] ?? null;
  }

  get lastChild(): DomNode | null {
    return this.childNodes.at(-1) ?? null;
  }

  get firstElementChild(): DomElement | null {
    return this.childNodes.find((node) => node instanceof DomElement) ?? null;
  }

  get textContent(): string {
    let text = '';
    for (const node of this.childNodes) text += node.textContent;
    return text;
  }

  /** All elements below with one of these tag names, in lower case; all elements for `*`. */
  getElementsByTagName(...names: string[]): DomElement[] {
    const found: DomElement[] = [];
    collect(this, names.includes('*') ? undefined : new Set(names.map((name) => name.toUpperCase())), found);
    return found;
  }

  /** The first of them. */
  find(name: string): DomElement | undefined {
    return findIn(this, name.toUpperCase());
  }

  /** As Readability uses it: for a list of tag names only. */
  querySelectorAll(names: string): DomElement[] {
    return this.getElementsByTagName(...names.split(','));
  }

  /** Moves the node to the end. */
  appendChild<N extends DomNode>(this: DomParent, node: N): N {
    node.remove();
    node.parentNode = this;
    this.childNodes.push(node);
    return node;
  }

  removeChild<N extends DomNode>(node: N): N {
    node.remove();
    return node;
  }

  replaceChild<N extends DomNode>(this: DomParent, node: DomNode, old: N): N {
    node.remove();
    node.parentNode = this;
    this.childNodes[old.place] = node;
    old.parentNode = null;
    return old;
  }
}

/** An element. */
export class DomElement extends Parent {
  readonly nodeType = 1;
  /** In upper case. */
  readonly tagName: string;
  readonly #attributes: Attributes;
  readonly ownerDocument: DomDocument;

  constructor(ownerDocument: DomDocument, name: string, attributes: Attributes = {}) {
    super();
    this.ownerDocument = ownerDocument;
    this.tagName = name.toUpperCase();
    this.#attributes = attributes;
  }

  get nodeName(): string {
    return this.tagName;
  }

  get attributes(): Attribute[] {
    return Object.entries(this.#attributes).map(([name, value]) => {
      const attribute = { name, value, cloneNode: () => attribute };
      return attribute;
    });
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }

  set className(value: string) {
    this.setAttribute('class', value);
  }

  getAttribute(name: string): string | null {
    return Object.hasOwn(this.#attributes, name) ? (this.#attributes[name] ?? null) : null;
  }

  hasAttribute(name: string): boolean {
    return Object.hasOwn(this.#attributes, name);
  }

  setAttribute(name: string, value: string): void {
    this.#attributes[name] = value;
  }

  /** Readability merges elements with it; the class of neither may get lost, as it may name the language of code. */
  setAttributeNode({ name, value }: Attribute): void {
    this.setAttribute(name, name === 'class' ? `${this.className} ${value}`.trim() : value);
  }

  removeAttribute(name: string): void {
    Reflect.deleteProperty(this.#attributes, name);
  }

  /** What is in it, to put it back later. Readability does nothing else with it, so it is no text but a copy. */
  get innerHTML(): readonly DomNode[] {
    return this.childNodes.map((node) => copy(node));
  }

  set innerHTML(nodes: readonly DomNode[]) {
    this.childNodes = [];
    for (const node of nodes) this.appendChild(copy(node));
  }

  /** The same, with all in it, and nowhere yet. */
  copy(): DomElement {
    const element = new DomElement(this.ownerDocument, this.tagName, { ...this.#attributes });
    for (const child of this.childNodes) element.appendChild(copy(child));
    return element;
  }
}

/** A document, which always has a head and a body. */
export class DomDocument extends Parent {
  readonly nodeType = 9;
  readonly documentElement: DomElement;
  readonly head: DomElement;
  readonly body: DomElement;
  /** Where relative links begin. */
  baseURI = '';
  documentURI = '';

  constructor() {
    super();
    this.documentElement = this.appendChild(this.createElement('html'));
    this.head = this.documentElement.appendChild(this.createElement('head'));
    this.body = this.documentElement.appendChild(this.createElement('body'));
  }

  get title(): string {
    return this.find('title')?.textContent.trim() ?? '';
  }

  createElement(name: string, attributes: Attributes = {}): DomElement {
    return new DomElement(this, name, attributes);
  }

  createTextNode(text: string): DomText {
    return new DomText(text);
  }
}

const copy = (node: DomNode): DomNode =>
  node instanceof DomText ? new DomText(node.textContent) : node.copy();

const collect = (parent: Parent, names: ReadonlySet<string> | undefined, found: DomElement[]): void => {
  for (const node of parent.childNodes) {
    if (!(node instanceof DomElement)) continue;
    if (names === undefined || names.has(node.tagName)) found.push(node);
    collect(node, names, found);
  }
};

const findIn = (parent: Parent, name: string): DomElement | undefined => {
  for (const node of parent.childNodes) {
    if (!(node instanceof DomElement)) continue;
    const found = node.tagName === name ? node : findIn(node, name);
    if (found !== undefined) return found;
  }
  return undefined;
};
