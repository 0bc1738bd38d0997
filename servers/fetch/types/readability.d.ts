// The parts of Readability that are used. Its own types need the DOM library, which Node has not.
import type { DomDocument, DomElement } from 'linkedom';

export class Readability {
  constructor(
    document: DomDocument,
    options?: { serializer?: (node: DomElement) => unknown; keepClasses?: boolean; maxElemsToParse?: number },
  );
  parse(): {
    readonly title?: string | null;
    readonly content: unknown;
    readonly textContent?: string | null;
  } | null;
}
