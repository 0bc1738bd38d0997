// The parts of saxes in use. Its own types do not compile with exact optional properties.

export interface SaxesTagPlain {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
}

export class SaxesParser {
  constructor(options?: { readonly position?: boolean });
  /** In UTF-16 units. */
  readonly position: number;
  on(event: 'error', handler: (error: Error) => void): void;
  on(event: 'doctype' | 'text', handler: (text: string) => void): void;
  on(event: 'opentag' | 'closetag', handler: (tag: SaxesTagPlain) => void): void;
  write(chunk: string): this;
  close(): this;
}
