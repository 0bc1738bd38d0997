// The parts of the DOM that are used. The types of both packages need the whole DOM library, which Node has not.

declare module 'linkedom' {
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
}

declare module '@mozilla/readability' {
  import type { DomDocument, DomElement } from 'linkedom';

  export class Readability {
    constructor(
      document: DomDocument,
      options?: { serializer?: (node: DomElement) => unknown; maxElemsToParse?: number },
    );
    parse(): {
      readonly title?: string | null;
      readonly content: unknown;
      readonly textContent?: string | null;
    } | null;
  }
}
