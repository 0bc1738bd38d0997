// The parts of Readability that are used, over the light DOM. Its own types need the DOM library, which Node has not.
import type { DomDocument, DomElement } from '../src/html/dom.ts';

export class Readability {
  constructor(
    document: DomDocument,
    options: { serializer: (node: DomElement) => DomElement; keepClasses: boolean },
  );
  parse(): { readonly content: DomElement | null } | null;
}
